/** The SPARQL page: its text field becomes YASGUI's editor, and answers come without a new page. */

import "@zazuko/yasqe/build/yasqe.min.css";
import "./sparql.css";
import { answerTable } from "./sparql/answer";
import { makeEditor } from "./sparql/editor";
import { markError } from "./sparql/problems";

const form = document.querySelector<HTMLFormElement>("form.query")!;
const format = form.querySelector<HTMLSelectElement>("#format")!;
const desk = form.parentElement!;
const endpoint = new URL(form.action).pathname;
const editor = makeEditor(form, () => form.requestSubmit());
let running: AbortController | undefined;

markError(editor, desk.querySelector(".failure")?.textContent ?? "");
desk.querySelectorAll("table").forEach(answerTable);

form.addEventListener("submit", (event) => {
  if (format.value !== "html") return; // the browser shows or keeps what isn't a table
  event.preventDefault();
  void run();
});
document.querySelector(".gallery")?.addEventListener("click", (event) => {
  const click = event as MouseEvent;
  const link = (event.target as Element).closest("a");
  const query = link && new URL(link.href).searchParams.get("query");
  if (!query || click.ctrlKey || click.metaKey || click.shiftKey) return;
  event.preventDefault();
  editor.setValue(query.trimEnd());
  format.value = "html";
  void run();
  form.scrollIntoView({ block: "start" });
});
window.addEventListener("popstate", () => location.reload());

async function run(): Promise<void> {
  running?.abort();
  const mine = (running = new AbortController());
  const asked = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  history.pushState(null, "", `${endpoint}?${asked}`);
  desk.setAttribute("aria-busy", "true");
  markError(editor, "");
  try {
    // Posted, since a query may be longer than an address can be.
    const response = await fetch(endpoint, { method: "POST", body: asked, headers: { Accept: "text/html" }, signal: mine.signal });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    show([...page.querySelectorAll("form.query ~ .failure, form.query ~ .answer")]);
  } catch {
    if (mine.signal.aborted) return;
    const box = document.createElement("div");
    box.className = "failure";
    box.setAttribute("role", "alert");
    box.textContent = "The server can’t be reached. Try again in a moment.";
    show([box]);
  }
  desk.removeAttribute("aria-busy");
}

function show(answers: Element[]): void {
  desk.querySelectorAll(".failure, .answer").forEach((old) => old.remove());
  desk.append(...answers);
  markError(editor, desk.querySelector(".failure")?.textContent ?? "");
  desk.querySelectorAll("table").forEach(answerTable);
}
