// What the shortcuts of the whole page do. Which keys they have is in keys.ts.

import { items } from "../chat/items.js";
import { copyText } from "../chat/message-actions.js";
import { answering } from "../chat/turns.js";
import { card, choiceOf } from "../chat/understanding.js";
import { focusField } from "../composer/field.js";
import type { Message } from "../core/protocol.gen.js";
import { announce } from "../shared/announce.js";
import { closeTop } from "../shared/escape.js";
import { shortcutOf } from "../shared/keys.js";
import { narrow, sheet, showSidebar, sidebarShown, togglePieces, toggleSettings, toggleSheet, toggleSidebar } from "../shared/layout.js";
import { isMenuOpen } from "../shared/menu.js";
import { session, temporary } from "../shared/route.js";
import { isComposing } from "../shared/send-key.js";
import { text } from "../text/en.js";
import type { Intents } from "./intents.js";
import { startNew, startTemporary } from "./sidebar.js";

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
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (key === "Escape" && !shiftKey) return escape(intents);
  const name = shortcutOf(event);
  if (name === "search") return () => toggleSheet(name);
  if (name === "settings" || name === "help") return () => toggleSettings(name === "help" ? "keyboard" : null);
  if (sheet.peek() !== null) return null;
  const uid = session.peek();
  switch (name) {
    case "new":
      return startNew;
    case "temporary":
      return temporary ? startNew : startTemporary;
    case "sidebar":
      return toggleSidebar;
    case "focus":
      return isMenuOpen() ? null : focusField;
    case "copy":
      return () => void copyLast();
    case "delete":
      return uid === null || temporary ? null : () => intents.history.sessions.remove([uid]);
    case "pieces":
      return togglePieces;
    case null: {
      const chosen = ctrlKey || metaKey || altKey || shiftKey || isMenuOpen() ? null : choiceOf(event);
      return chosen === null ? null : () => intents.chat.turns.clarify(chosen.message, chosen.choice);
    }
    default:
      return name satisfies never;
  }
}

/** The browser closes sheets and menus itself. */
function escape(intents: Intents): (() => void) | null {
  if (sheet.peek() !== null || isMenuOpen()) return null;
  if (closeTop()) return () => {};
  if (narrow.peek() && sidebarShown.peek()) return () => showSidebar(false);
  if (answering.peek()) return () => intents.chat.turns.stop();
  return card.peek() === null ? null : focusField;
}

/** The last answer that says something; null if there is none. */
export function lastAnswer(): Message | null {
  return items.peek().findLast(({ message }) => message?.role === "assistant" && message.content !== "")?.message ?? null;
}

export async function copyLast(): Promise<void> {
  const last = lastAnswer();
  if (last !== null && (await copyText(last.content))) announce(text.chat.actions.copied);
}
