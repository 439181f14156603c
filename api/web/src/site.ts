/** What every page has: the search finds while one types, and `/` goes to it. */

import { instant } from "./instant";

const fields = document.querySelectorAll<HTMLInputElement>('[role="search"] input[type="search"]');
fields.forEach(instant);

document.addEventListener("keydown", (event) => {
  const field = fields[0];
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !field) return;
  event.preventDefault();
  field.focus();
  field.select();
});

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && !!target.closest("input, textarea, select, [contenteditable]");
}
