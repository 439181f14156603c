/** What is chosen, in one place: the form, the address, the table beside the map, and the map. */

import type { EditionMap } from "./data";
import type { MapView } from "./view";

const NONE: ReadonlySet<string> = new Set();

export class Desk {
  private readonly form = document.querySelector<HTMLFormElement>(".map-tools")!;
  private beside = document.querySelector<HTMLElement>(".beside")!;
  private readonly stage = document.querySelector<HTMLElement>(".stage")!;
  private asking: AbortController | undefined;

  constructor(
    private readonly view: MapView,
    private readonly map: EditionMap,
  ) {
    this.addTools();
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.ask(this.address());
    });
    this.form.addEventListener("change", (event) => {
      const field = event.target as HTMLInputElement;
      if (field.name === "section") {
        this.field("at").value = this.field("to").value = "";
        void this.ask(this.address());
      } else if (field.name === "links") void this.ask(this.address());
    });
    document.addEventListener("click", (event) => this.follow(event));
    this.beside.addEventListener("toggle", () => this.show(false), true);
    view.sigma.on("clickNode", ({ node, event }) => {
      const shift = (event.original as MouseEvent).shiftKey && this.field("at").value;
      this.field(shift ? "to" : "at").value = node;
      if (!shift) this.field("to").value = "";
      void this.ask(this.address());
    });
    view.sigma.on("clickStage", () => {
      if (!this.field("at").value && !this.field("section").value) return;
      this.field("at").value = this.field("to").value = this.field("section").value = "";
      void this.ask(this.address());
    });
    window.addEventListener("popstate", () => void this.ask(location.href, false));
    this.show(true);
  }

  /** The page of what is chosen: its table comes from there, and its map is this one. */
  private async ask(address: string, isNew = true): Promise<void> {
    this.asking?.abort();
    const mine = (this.asking = new AbortController());
    if (isNew) history.pushState(null, "", address);
    this.beside.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(address, { headers: { Accept: "text/html" }, signal: mine.signal });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      this.beside.replaceChildren(...page.querySelector(".beside")!.childNodes);
      document.title = page.title;
      for (const name of ["at", "to", "section"]) this.field(name).value = page.querySelector<HTMLInputElement>(`#${name}`)!.value;
    } catch {
      if (mine.signal.aborted) return;
      this.beside.textContent = "The server can’t be reached. Try again in a moment.";
    }
    this.beside.removeAttribute("aria-busy");
    this.show(true);
  }

  /** Light on the map what the table shows. */
  private show(fly: boolean): void {
    const groups = new Set(new FormData(this.form).getAll("links") as string[]);
    this.view.choose(groups, groups.has("terms"));
    const focus = this.beside.querySelector<HTMLElement>(".chosen")?.dataset.name ?? null;
    const way = this.beside.querySelector<HTMLElement>(".way")?.dataset.way;
    const path = way ? (JSON.parse(way) as string[]) : [];
    const section = this.field("section").value;
    if (focus) {
      const open = [...this.beside.querySelectorAll<HTMLElement>("details[open]")];
      const names = new Set(open.flatMap((part) => JSON.parse(part.dataset.names!) as string[]));
      this.view.light({ focus, names: path.length ? NONE : names, path });
      if (fly) this.view.fly(path.length ? path : [focus, ...names].slice(0, 60));
    } else if (section) {
      const inside = this.map.graph.filterNodes((_, spot) => this.map.districts[spot.district]!.name === section);
      this.view.light({ focus: section, names: new Set(inside), path: [] });
      if (fly) this.view.fly(inside);
    } else {
      this.view.light({ focus: null, names: NONE, path: [] });
      if (fly) this.view.home();
    }
  }

  private follow(event: MouseEvent): void {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a.on-map");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void this.ask(link.href);
  }

  private addTools(): void {
    const tools = document.createElement("div");
    tools.className = "stage-tools";
    const add = (label: string, text: string, act: () => void) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.setAttribute("aria-label", label);
      button.title = label;
      button.addEventListener("click", act);
      tools.append(button);
    };
    add("Zoom in", "+", () => this.view.zoom(1 / 1.6));
    add("Zoom out", "−", () => this.view.zoom(1.6));
    add("The whole map", "⤢", () => this.view.home());
    this.stage.append(tools);
    const picture = document.createElement("button");
    picture.type = "button";
    picture.className = "link";
    picture.textContent = "PNG";
    picture.addEventListener("click", () => void this.view.savePicture());
    document.querySelector(".map-exports")?.append(" What the map shows now: ", picture, ".");
  }

  private address(): string {
    const query = new URLSearchParams();
    new FormData(this.form).forEach((value, name) => value && query.append(name, value as string));
    return `${this.form.action}?${query}`;
  }

  private field(name: string): HTMLInputElement {
    return this.form.elements.namedItem(name) as HTMLInputElement;
  }
}
