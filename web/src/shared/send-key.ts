// Which keys send: one rule for the composer and for a question that is edited.

import { touch } from "./layout.js";
import { sendKey } from "./prefs.js";

/** Whether a key belongs to an input method, which takes Enter to end its own work. Safari says so by 229 only. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Whether a key sends what is written. On a touch screen Enter is a new line, and the button sends. */
export function sends(event: KeyboardEvent): boolean {
  if (event.key !== "Enter" || event.shiftKey || event.altKey || isComposing(event)) return false;
  if (event.ctrlKey || event.metaKey) return true;
  return sendKey.peek() === "enter" && !touch.peek();
}
