/** What every page has: `/` goes to the search. */

function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return !!element?.closest("input, textarea, select, [contenteditable]");
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const field = document.querySelector<HTMLInputElement>('[role="search"] input[type="search"]');
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
});
