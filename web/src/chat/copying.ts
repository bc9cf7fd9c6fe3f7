// What is copied of a message: for programs that take it, as it looks; for all others, as
// Markdown. Or as words alone.

import { answerOf } from "../core/decode.js";
import type { Message } from "../core/protocol.gen.js";
import type { Copied } from "../data/copied.js";
import { plainOf } from "../markdown/plain.js";
import { announce } from "../shared/announce.js";
import { copyItem, copyText } from "../shared/clipboard.js";
import { say } from "../shared/toast.js";
import { text } from "../text/en.js";
import { rich, rows } from "./parts.js";
import { rowKey } from "./turns.js";

const words = text.chat.actions;

/** Copies a message as it looks and as it was written, whichever another program takes. */
export async function copyMessage(message: Message): Promise<boolean> {
  const { uid, role, content } = message;
  const drawn = role === "user" ? null : document.querySelector(`[data-key="${CSS.escape(rowKey(uid))}"] > .markdown:not(.gathered)`);
  const table = await rowsOf(message);
  const plain = withTable(content, table);
  const richOf = drawn === null || !("ClipboardItem" in globalThis) ? null : await rich.get();
  if (drawn === null || richOf === null) return copyText(plain);
  const blob = (type: string, data: string) => ({ [type]: new Blob([data], { type }) });
  return copyItem(() => navigator.clipboard.write([new ClipboardItem({ ...blob("text/plain", plain), ...blob("text/html", richOf(drawn) + (table?.html ?? "")) })]));
}

/** The rows of an answer from a database, which its text leaves out. */
async function rowsOf(message: Message): Promise<Copied | null> {
  if (message.role === "user" || answerOf(message.metadata)?.gathered === undefined) return null;
  return (await rows.get())?.(message) ?? null;
}

function withTable(text: string, table: Copied | null): string {
  return table === null ? text : `${text}\n\n${table.markdown}`;
}

/** Copies what a message says, as it was written or as words alone, and says so. */
export async function copyAs(kind: "markdown" | "plain", message: Message): Promise<void> {
  const { content } = message;
  if (await copyText(withTable(kind === "plain" ? plainOf(content) : content, await rowsOf(message)))) {
    announce(words.copied);
    say(kind === "plain" ? words.copiedPlain : words.copiedMarkdown);
  }
}
