/** What is wrong with a query, marked at the place that the server names. */

import type Yasqe from "@zazuko/yasqe";

const PLACE = /\bline (\d+), column (\d+)/i;
let marked: CodeMirror.TextMarker | undefined;

/** Mark where the server stopped reading; a message without a place takes the mark away. */
export function markError(editor: Yasqe, message: string): void {
  marked?.clear();
  const place = PLACE.exec(message);
  if (!place) return;
  const doc = editor.getDoc();
  const line = Math.min(Number(place[1]) - 1, doc.lastLine());
  const end = doc.getLine(line).length;
  const from = Math.max(Math.min(Number(place[2]) - 1, end - 1), 0);
  const token = editor.getTokenAt({ line, ch: from + 1 });
  const to = Math.max(token.end, from + 1);
  marked = doc.markText({ line, ch: from }, { line, ch: to }, { className: "query-error" });
}
