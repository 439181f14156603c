/** A search field as a combobox (WAI-ARIA 1.2): options come as one types, arrows choose, Enter goes. */

const WAIT = 90; // milliseconds without a key, after which the words are looked for
let made = 0;

/** Make a search field show what it finds; its form still works as it did. */
export function instant(field: HTMLInputElement): void {
  const list = document.createElement("ul");
  list.id = `options-${++made}`;
  list.className = "options";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Found");
  list.hidden = true;
  const said = document.createElement("span");
  said.className = "hidden";
  said.setAttribute("role", "status");
  field.after(list, said);
  const attributes = { role: "combobox", "aria-controls": list.id, "aria-expanded": "false", "aria-autocomplete": "list" };
  Object.entries(attributes).forEach(([name, value]) => field.setAttribute(name, value));

  let timer = 0;
  let asking: AbortController | undefined;
  let asked = "";
  let chosen = -1;

  const options = () => [...list.children] as HTMLElement[];
  const open = (is: boolean) => {
    list.hidden = !is;
    field.setAttribute("aria-expanded", String(is));
    if (!is) choose(-1);
  };
  const choose = (place: number) => {
    chosen = place;
    options().forEach((option, at) => option.setAttribute("aria-selected", String(at === place)));
    const option = options()[place];
    if (option) {
      field.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else field.removeAttribute("aria-activedescendant");
  };
  const find = async () => {
    const words = field.value.trim();
    asking?.abort();
    if (!words) return open(false);
    asking = new AbortController();
    const query = new URLSearchParams(new FormData(field.form!) as unknown as Record<string, string>);
    try {
      const response = await fetch(`/instant?${query}`, { signal: asking.signal });
      if (!response.ok) return open(false);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      list.replaceChildren(...page.querySelectorAll("li"));
    } catch {
      return; // asked anew, or no server: the form will tell
    }
    asked = words;
    options().forEach((option, place) => (option.id = `${list.id}-${place}`));
    const count = list.children.length;
    said.textContent = count ? `${count} found` : "Nothing found";
    open(count > 0 && document.activeElement === field);
    choose(-1);
  };

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void find(), WAIT);
  });
  field.addEventListener("focus", () => {
    if (field.value.trim() === asked && list.children.length) open(true);
  });
  field.addEventListener("blur", () => open(false));
  field.addEventListener("keydown", (event) => {
    const count = list.children.length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count) {
      event.preventDefault();
      if (list.hidden) open(true);
      // Between the last option and the first lies the field itself.
      choose(((chosen + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === "Enter" && chosen >= 0) {
      event.preventDefault();
      go(options()[chosen]!);
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      open(false);
    }
  });
  // Not on click: the field's loss of focus would close the list before.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = (event.target as Element).closest<HTMLElement>("[role=option]");
    if (option) go(option);
  });
}

function go(option: HTMLElement): void {
  location.assign(option.dataset.url!);
}
