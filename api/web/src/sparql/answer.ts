/** A table of solutions that can be sorted by its columns and narrowed by words. */

const collator = new Intl.Collator("en", { numeric: true });

/** Make a table's headings buttons that sort it, and put a filter above it. */
export function answerTable(table: HTMLTableElement): void {
  const body = table.tBodies[0];
  if (!body) return;
  const rows = [...body.rows];
  const heads = [...table.tHead!.rows[0]!.cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.textContent = head.textContent;
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const text = (row: HTMLTableRowElement) => row.cells[column]?.textContent ?? "";
      rows.sort((one, other) => collator.compare(text(one), text(other)) * (down ? -1 : 1));
      body.append(...rows);
    });
    head.replaceChildren(button);
  });
  if (rows.length > 8) table.closest(".answer")?.querySelector(".answer-tools")?.prepend(filterOf(rows));
}

function filterOf(rows: HTMLTableRowElement[]): HTMLElement {
  const label = document.createElement("label");
  label.className = "answer-filter";
  const field = document.createElement("input");
  field.type = "search";
  const count = document.createElement("output");
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/);
    rows.forEach((row) => {
      const text = row.textContent!.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    });
    const shown = rows.filter((row) => !row.hidden).length;
    count.textContent = shown === rows.length ? "" : `${shown} of ${rows.length}`;
  });
  label.append("Only rows with ", field, " ", count);
  return label;
}
