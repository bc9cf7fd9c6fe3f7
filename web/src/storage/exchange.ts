// Conversations for other programs, and from them: lines of JSON, and what other
// programs export, which a script of its own reads.

import { type Client, CoreError } from "../core/client.js";
import type { Session } from "../core/protocol.gen.js";
import { scriptURL } from "../core/script-url.js";
import { text } from "../text/en.js";
import type { FileKind } from "./save-file.js";
import type { Storage } from "./storage.js";
import { Refused, ask, run, save, sentenceOf, show } from "./task.js";

/** Conversations that one request lists. */
const listPart = 500;
/** Conversations, and messages in them, that one request exports. */
const exportPart = { sessions: 50, messages: 2000 };

const words = text.storage;
const kind: FileKind = { extension: "jsonl", mime: "application/jsonl", description: "JSON Lines" };
const markdownKind: FileKind = { extension: "md", mime: "text/markdown", description: "Markdown" };

/** Saves all conversations that are not in the bin. */
export async function exportAll(client: Client): Promise<void> {
  await saveAll(client, (signal) => listAll(client, signal));
}

/** Saves some conversations in one file. */
export async function saveSessions(client: Client, sessions: readonly Session[]): Promise<void> {
  await saveAll(client, () => sessions);
}

async function saveAll(client: Client, list: (signal: AbortSignal) => AsyncIterable<Session> | Iterable<Session>): Promise<void> {
  await save(kind, words.exporting, async (sink, signal) => {
    const { batches, sessions } = await batchesOf(list(signal));
    if (sessions === 0) throw new Refused(words.nothingToExport);
    let done = 0;
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      try {
        const { text: lines } = await client.call("sessions.export", { sessions: batch }, { signal });
        await sink.write(lines);
      } catch (error) {
        if (!(error instanceof CoreError) || error.code !== "too_large" || batch.length === 1) throw error;
        const half = batch.length >> 1;
        batches.unshift(batch.slice(0, half), batch.slice(half));
        continue;
      }
      done += batch.length;
      show(words.exporting, done / sessions);
    }
    return { words: words.exported(sessions, sink.name), trouble: false };
  });
}

/** Saves one conversation, for programs or to be read. */
export async function saveSession(client: Client, { uid, name }: Session, markdown: boolean): Promise<void> {
  await save(
    markdown ? markdownKind : kind,
    words.exporting,
    async (sink, signal) => {
      const { text: content } = await client.call("sessions.export", { sessions: [uid], markdown }, { signal });
      await sink.write(content);
      return { words: words.exported(1, sink.name), trouble: false };
    },
    stemOf(name),
  );
}

/** A name that every file system takes, or none. */
function stemOf(name: string): string | undefined {
  const stem = name.normalize("NFC").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  return stem === "" ? undefined : stem;
}

async function* listAll(client: Client, signal: AbortSignal): AsyncGenerator<Session> {
  let after = "";
  do {
    const from = after === "" ? {} : { after };
    const list = await client.call("sessions.list", { shelf: "kept", limit: listPart, ...from }, { signal });
    yield* list.sessions;
    after = list.next ?? "";
  } while (after !== "");
}

/** Conversations as requests name them: many small ones, or one that is large. */
async function batchesOf(list: AsyncIterable<Session> | Iterable<Session>): Promise<{ batches: string[][]; sessions: number }> {
  const batches: string[][] = [];
  let sessions = 0;
  let room = 0;
  for await (const { uid, messageCount } of list) {
    sessions++;
    room -= messageCount;
    const last = batches.at(-1);
    if (last !== undefined && room >= 0 && last.length < exportPart.sessions) {
      last.push(uid);
    } else {
      batches.push([uid]);
      room = exportPart.messages - messageCount;
    }
  }
  return { batches, sessions };
}

/** Address of the script that imports files, with its hash; written by the bundler. */
declare const __INCOMING__: string;
/** A variable, because the bundler would look for the file. */
const script: { address: string } = { address: __INCOMING__ };

/** Says what is in a file, and adds its conversations if the reader wants them. */
export function importFile(client: Client, storage: Storage, file: File): Promise<void> {
  return run(words.importing, async (signal) => {
    const loaded = await (import(script.address) as Promise<typeof import("./reader/incoming.js")>).catch(() => {
      throw new Refused(words.importUnavailable);
    });
    return loaded.importChats(
      {
        client,
        show,
        scriptURL,
        sentenceOf,
        refuse: (sentence) => new Refused(sentence),
        adding: (work) => storage.adding(work),
        ask: async ({ title, lines, changes, yes }) =>
          (await ask({ title, lines, changes, answers: [{ key: "import", words: yes }] }, signal)) === "import",
      },
      file,
      signal,
    );
  });
}
