// What goes onto the clipboard, where the browser lets us.

import { text } from "../text/en.js";
import { say } from "./toast.js";

/** Puts a text onto the clipboard; returns whether the browser lets us. */
export async function copyText(content: string): Promise<boolean> {
  return copyItem(() => navigator.clipboard.writeText(content));
}

/** Writes to the clipboard, or says that the browser forbids it. */
export async function copyItem(write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch {
    say(text.chat.copyRefused);
    return false;
  }
}
