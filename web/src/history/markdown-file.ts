// A chat as a file of Markdown.

import type { Client } from "../core/client.js";
import type { Session } from "../core/protocol.gen.js";
import { plainName } from "../markdown/signs.js";
import type { FileKind } from "../storage/save-file.js";
import { save } from "../storage/task.js";
import { stemOf } from "../storage/exchange.js";
import { text } from "../text/en.js";
import { moment } from "../text/format.js";
import { messagesOf, speakerOf } from "./whole-chat.js";

const words = text.chat.files;
const kind: FileKind = { extension: "md", mime: "text/markdown", description: "Markdown" };

/** Saves the path of a chat that is shown. Must be called while a click is being handled. */
export async function saveMarkdown(client: Client, session: Session): Promise<void> {
  await save(
    kind,
    text.storage.exporting,
    async (sink) => {
      const messages = await messagesOf(client, session.uid);
      await sink.write(`# ${plainName(session.name) || text.chat.unnamed}\n\n${words.saved(moment(Date.now()))}\n`);
      for (const message of messages) await sink.write(`\n## ${speakerOf(message)}\n\n${message.content.trim()}\n`);
      return { words: text.storage.exported(1, sink.name), trouble: false };
    },
    stemOf(session.name),
  );
}
