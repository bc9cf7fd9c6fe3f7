// Shortcuts of the whole page. None of the browser's own (reload, new tab, close)
// is taken, and punctuation is matched by key or by place, whichever fits the layout.

import { helpOpen, storageOpen, togglePieces } from "../state.js";

const apple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The name of the key that goes with shortcuts on this system. */
export const commandKey = apple ? "⌘" : "Ctrl";

/** Listens until the returned function is called. */
export function listenForShortcuts(focusField: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return;
    const command = apple ? event.metaKey : event.ctrlKey;
    if (command && !event.altKey && (event.key === "/" || event.code === "Slash")) {
      event.preventDefault();
      helpOpen.value = !helpOpen.value;
    } else if (event.shiftKey && event.key === "Escape" && !helpOpen.value && !storageOpen.value) {
      event.preventDefault();
      focusField();
    } else if (event.altKey && !command && !event.shiftKey && event.code === "KeyP") {
      event.preventDefault();
      togglePieces();
    }
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}
