/** YASGUI's editor in the place of a form's text field. */

import Yasqe from "@zazuko/yasqe";
import { completer } from "./vocabulary";

/** The editor over `#query`, which goes on holding the query that the form sends. */
export function makeEditor(form: HTMLFormElement, run: () => void): Yasqe {
  const field = form.querySelector<HTMLTextAreaElement>("#query")!;
  Yasqe.registerAutocompleter(completer(form.querySelector<HTMLSelectElement>("#edition")!), false);
  // Settings are merged with the defaults place by place: what stays there would ask other servers.
  Yasqe.defaults.autocompleters = ["variables", "ruleloom"];
  const settings = {
    value: field.value.trimEnd(),
    persistenceId: null,
    consumeShareLink: null,
    createShareableLink: undefined, // the page's own address holds the query
    prefixCcApi: null,
    showQueryButton: false,
    resizeable: false,
    editorHeight: "auto",
    collapsePrefixesOnLoad: false,
    screenReaderLabel: "Query",
    extraKeys: {
      "Ctrl-Enter": run,
      "Cmd-Enter": run,
      "Ctrl-Space": (editor: Yasqe) => editor.autocomplete(),
      "Ctrl-/": (editor: Yasqe) => editor.commentLines(),
      "Shift-Ctrl-F": (editor: Yasqe) => editor.autoformat(),
      // In an editor that keeps Tab, whoever has no mouse would be caught (WCAG 2.1.2).
      Tab: false,
      "Shift-Tab": false,
    },
  };
  const editor = new Yasqe(placeInstead(field), settings as unknown as ConstructorParameters<typeof Yasqe>[1]);
  declare(editor, JSON.parse(form.dataset.prefixes!) as Record<string, string>);
  editor.on("change" as "blur", () => {
    field.value = editor.getValue();
  });
  return editor;
}

function placeInstead(field: HTMLTextAreaElement): HTMLElement {
  const place = document.createElement("div");
  place.className = "editor";
  field.after(place);
  field.hidden = true;
  return place;
}

/** The server knows our prefixes, and so does the editor's check of what is declared. */
function declare(editor: Yasqe, prefixes: Record<string, string>): void {
  const mode = editor.getDoc().getMode();
  const begin = mode.startState!.bind(mode);
  mode.startState = (...options: unknown[]) => {
    const state = begin(...(options as [])) as object;
    return { ...state, prefixes: { ...prefixes } };
  };
  editor.setValue(editor.getValue());
}
