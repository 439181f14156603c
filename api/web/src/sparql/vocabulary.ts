/** Completion from the vocabulary of the graph at hand; nothing is asked of other servers. */

import type { Yasqe } from "@zazuko/yasqe";

type CompleterConfig = Parameters<typeof Yasqe.registerAutocompleter>[0];

interface Term {
  name: string;
  kind: "class" | "property" | "individual";
  comment: string;
}

const NO_PLACE = new Set(["comment", "string", "atom", "ws", "punc"]);
let known: Promise<Term[]> | undefined;

/** A completer of `rl:` and the other prefixes, which needn't be declared. */
export function completer(edition: HTMLSelectElement): CompleterConfig {
  return {
    name: "ruleloom",
    bulk: false,
    autoShow: true,
    isValidCompletionPosition: (editor) => {
      const text = tokenAtCursor(editor);
      return /^[a-z]+:\w*$/i.test(text) || (/^[a-z]+$/i.test(text) && !editor.getTokenAt(editor.getDoc().getCursor()).type?.includes("keyword"));
    },
    get: async (_, token) => {
      const typed = (token?.string ?? "").toLowerCase();
      known ??= load(edition.value);
      const terms = await known;
      const begun = terms.filter((term) => term.name.toLowerCase().startsWith(typed));
      const inside = terms.filter((term) => !begun.includes(term) && typed && localName(term).includes(typed));
      return [...begun, ...inside].slice(0, 60).map((term) => term.name);
    },
    postprocessHints: (_, hints) => hints.map((hint) => ({ ...hint, displayText: hint.text })),
  };
}

function localName(term: Term): string {
  return term.name.slice(term.name.indexOf(":") + 1).toLowerCase();
}

function tokenAtCursor(editor: Yasqe): string {
  const token = editor.getCompleteToken();
  return NO_PLACE.has(token.type ?? "") ? "" : token.string;
}

async function load(edition: string): Promise<Term[]> {
  const response = await fetch(`/api/v1/vocabulary?${new URLSearchParams({ edition })}`);
  if (!response.ok) return [];
  return ((await response.json()) as { terms: Term[] }).terms;
}
