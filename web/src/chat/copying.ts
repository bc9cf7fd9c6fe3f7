// What is copied of a message: for programs that take it, as it looks; for all others, as
// Markdown. Or as words alone.

import type { Message } from "../core/protocol.gen.js";
import { plainOf } from "../markdown/plain.js";
import { announce } from "../shared/announce.js";
import { copyItem, copyText } from "../shared/clipboard.js";
import { say } from "../shared/toast.js";
import { text } from "../text/en.js";
import { rich } from "./parts.js";
import { rowKey } from "./turns.js";

const words = text.chat.actions;

/** Copies a message as it looks and as it was written, whichever another program takes. */
export async function copyMessage({ uid, role, content }: Message): Promise<boolean> {
  const drawn = role === "user" ? null : document.querySelector(`[data-key="${CSS.escape(rowKey(uid))}"] .markdown`);
  const richOf = drawn === null || !("ClipboardItem" in globalThis) ? null : await rich.get();
  if (drawn === null || richOf === null) return copyText(content);
  const blob = (type: string, data: string) => ({ [type]: new Blob([data], { type }) });
  return copyItem(() => navigator.clipboard.write([new ClipboardItem({ ...blob("text/plain", content), ...blob("text/html", richOf(drawn)) })]));
}

/** Copies what a message says, as it was written or as words alone, and says so. */
export async function copyAs(kind: "markdown" | "plain", { content }: Message): Promise<void> {
  if (await copyText(kind === "plain" ? plainOf(content) : content)) {
    announce(words.copied);
    say(kind === "plain" ? words.copiedPlain : words.copiedMarkdown);
  }
}
