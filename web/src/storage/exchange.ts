// Conversations for other programs, and from them: lines of JSON in both directions,
// and what ChatGPT, Claude and Open WebUI export.

import { type Client, CoreError } from "../core/client.js";
import type { Imported, Session } from "../core/protocol.gen.js";
import { isBackup, isTree, partsOf, textOf } from "../shared/read-file.js";
import { text } from "../text/en.js";
import type { FileKind } from "./save-file.js";
import type { Storage } from "./storage.js";
import { Refused, run, save, sentenceOf, show } from "./task.js";

/** Bytes that one request imports: a second or two. An export of another program cannot be divided, nor can a line. */
const importPart = 2 << 20;
const largestWhole = 48 << 20;
/** Conversations that one request lists. */
const listPart = 500;
/** Conversations, and messages in them, that one request exports. */
const exportPart = { sessions: 50, messages: 2000 };

const words = text.storage;
const kind: FileKind = { extension: "jsonl", mime: "application/jsonl", description: "JSON Lines" };

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

/** Saves one conversation. */
export async function saveSession(client: Client, { uid, name }: Session): Promise<void> {
  await save(
    kind,
    words.exporting,
    async (sink, signal) => {
      const { text: lines } = await client.call("sessions.export", { sessions: [uid] }, { signal });
      await sink.write(lines);
      return { words: words.exported(1, sink.name), trouble: false };
    },
    stemOf(name),
  );
}

/** A name that every file system takes, or none. */
export function stemOf(name: string): string | undefined {
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

/** Adds the conversations of a file. */
export function importFile(client: Client, storage: Storage, file: File): Promise<void> {
  return run(words.importing, async (signal) => {
    if (file.size === 0) throw new Refused(words.emptyFile);
    if (await isBackup(file)) throw new Refused(words.isBackup);
    const sum: Imported = { sessions: 0, messages: 0, known: 0, problems: [] };
    const details = sum.problems;
    try {
      await storage.adding(() => importParts(client, file, sum, signal));
    } catch (error) {
      const why = signal.aborted ? words.importStopped : sentenceOf(error);
      return { words: words.importedPart(sum.sessions, sum.messages, why), trouble: !signal.aborted, details };
    }
    const said = words.imported(sum.sessions, sum.messages, sum.known);
    return { words: details.length === 0 ? said : `${said} ${words.someProblems}`, trouble: false, details };
  });
}

async function importParts(client: Client, file: File, sum: Imported, signal: AbortSignal): Promise<void> {
  let line = 1;
  for await (const { text, end } of partsIn(file)) {
    // A part under way is finished: otherwise nobody could say what was imported.
    signal.throwIfAborted();
    const added = await client.call("sessions.import", { text });
    sum.sessions += added.sessions;
    sum.messages += added.messages;
    sum.known += added.known;
    // The core counts the lines of a part.
    sum.problems.push(...(line === 1 ? added.problems : added.problems.map((sentence) => words.fromLine(line, sentence))));
    line += text.split("\n").length - 1;
    show(words.importing, end / file.size);
  }
}

/** The file's text as requests carry it; `end` is how many of its bytes they have had then. */
async function* partsIn(file: File): AsyncGenerator<{ text: string; end: number }> {
  if (await isTree(file)) {
    if (file.size > largestWhole) throw new Refused(words.tooLargeJSON(largestWhole));
    yield { text: readable(new Uint8Array(await file.arrayBuffer())), end: file.size };
    return;
  }
  for await (const { bytes, end } of partsOf(file, importPart, largestWhole)) {
    if (bytes === null) throw new Refused(words.longLine);
    yield { text: readable(bytes), end };
  }
}

function readable(bytes: Uint8Array): string {
  const read = textOf(bytes);
  if (read === null) throw new Refused(words.notText);
  return read;
}
