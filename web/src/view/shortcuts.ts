// Shortcuts of the whole page. None of the browser's own (reload, new tab, close,
// developer tools) is taken, and punctuation is matched by key or by place, whichever
// fits the layout.

import { focusField } from "../field.js";
import { items } from "../items.js";
import { narrow, sheet, showSidebar, sidebarShown, togglePieces, toggleSheet, toggleSidebar } from "../layout.js";
import { session } from "../route.js";
import { announce } from "../announce.js";
import { text } from "../text/en.js";
import { answering } from "../turns.js";
import { card, choiceOf } from "../understanding.js";
import type { Intents } from "../wiring.js";
import { closeTop } from "./escape.js";
import { isMenuOpen } from "./menu.js";
import { copyText } from "./message-actions.js";
import { isComposing } from "./send-key.js";
import { startNew } from "./sidebar.js";

const apple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The name of the key that goes with shortcuts on this system. */
export const commandKey = apple ? "⌘" : "Ctrl";

/** Listens until the returned function is called. */
export function listenForShortcuts(intents: Intents): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event) || event.defaultPrevented) return;
    const act = actOf(event, intents);
    if (act === null) return;
    event.preventDefault();
    act();
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}

function actOf(event: KeyboardEvent, intents: Intents): (() => void) | null {
  const { key, code, shiftKey, altKey } = event;
  const command = apple ? event.metaKey : event.ctrlKey;
  if (key === "Escape") return escape(shiftKey, intents);
  if (command && !altKey && !shiftKey) {
    if (key === "/" || code === "Slash") return () => toggleSheet("help");
    if (key === "," || code === "Comma") return () => toggleSheet("settings");
    if (code === "KeyK") return () => toggleSheet("search");
    if (sheet.peek() !== null) return null;
    return code === "KeyB" ? toggleSidebar : null;
  }
  if (sheet.peek() !== null) return null;
  if (command && shiftKey && !altKey) {
    if (code === "KeyO") return startNew;
    if (key === ";" || key === ":" || code === "Semicolon") return () => void copyLast();
    const uid = session.peek();
    return code === "Backspace" && uid !== null ? () => intents.sessions.remove([uid]) : null;
  }
  const chosen = command || altKey || shiftKey || isMenuOpen() ? null : choiceOf(event);
  if (chosen !== null) return () => intents.turns.clarify(chosen.message, chosen.choice);
  return altKey && !command && !shiftKey && code === "KeyP" ? togglePieces : null;
}

/** The browser closes sheets and menus itself. */
function escape(shift: boolean, intents: Intents): (() => void) | null {
  if (sheet.peek() !== null || isMenuOpen()) return null;
  if (shift) return focusField;
  if (closeTop()) return () => {};
  if (narrow.peek() && sidebarShown.peek()) return () => showSidebar(false);
  if (answering.peek()) return () => intents.turns.stop();
  return card.peek() === null ? null : focusField;
}

async function copyLast(): Promise<void> {
  const last = items.peek().findLast(({ message }) => message?.role === "assistant" && message.content !== "")?.message;
  if (last && (await copyText(last.content))) announce(text.chat.actions.copied);
}
