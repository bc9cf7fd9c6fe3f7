// The whole history as one file, and back: see "The store" in docs/architecture.md.

import type { Client } from "../core/client.js";
import type { RestoreMode, RestoreReport } from "../core/protocol.gen.js";
import { plainName } from "../markdown/signs.js";
import { base64Of, bytesOf, isBackup } from "../shared/read-file.js";
import { text } from "../text/en.js";
import type { FileKind } from "./save-file.js";
import { type Storage, tally } from "./storage.js";
import { type Notice, Refused, ask, run, save, show, showEvent } from "./task.js";

/** Bytes that one request carries; a frame of base64 is a third larger. */
const part = 4 << 20;
const largest = 1 << 30;
/** How long to wait until the core has forgotten a copy, in milliseconds. */
const endPatience = 3000;

const words = text.storage;
const kind: FileKind = { extension: "sqlite", mime: "application/vnd.sqlite3", description: "SQLite" };

/** Saves the whole history as one file. */
export async function backup(client: Client, storage: Storage): Promise<void> {
  const saved = await save(kind, words.backingUp, async (sink, signal) => {
    const write = async (read: Uint8Array<ArrayBuffer>, share: number) => {
      await sink.write(read);
      show(words.backingUp, share);
    };
    const bytes = await alone(() => readCopy(client, write, signal));
    return { words: words.saved(sink.name, bytes), trouble: false };
  });
  if (saved) storage.noteBackup();
}

/** Hands the whole history over in parts, and resolves to its size. */
export async function readCopy(client: Client, take: (part: Uint8Array<ArrayBuffer>, share: number) => Promise<void> | void, signal?: AbortSignal): Promise<number> {
  const options = signal === undefined ? {} : { signal };
  try {
    const { bytes } = await client.call("backup.begin", {}, options);
    let done = 0;
    while (done < bytes) {
      const { data } = await client.call("backup.read", { offset: done, length: Math.min(part, bytes - done) }, options);
      const read = bytesOf(data);
      if (read.length === 0) throw new Refused(words.shortCopy);
      done += read.length;
      await take(read, done / bytes);
    }
    return bytes;
  } finally {
    await end(client, "backup.end");
  }
}

/** Reads a backup, says what restoring it would do, and does what the reader answers, or what is wanted already. */
export function restore(client: Client, storage: Storage, file: File, wanted: RestoreMode | null = null): Promise<void> {
  return run(words.reading(file.name), async (signal) => {
    if (file.size === 0) throw new Refused(words.emptyFile);
    if (!(await isBackup(file))) throw new Refused(words.notBackup);
    if (file.size > largest) throw new Refused(words.tooLargeBackup);
    return alone(() => readAndRestore(client, storage, file, wanted, signal));
  });
}

async function readAndRestore(client: Client, storage: Storage, file: File, wanted: RestoreMode | null, signal: AbortSignal): Promise<Notice | null> {
  try {
    await client.call("restore.begin", { bytes: file.size }, { signal });
    for (let done = 0; done < file.size; done += part) {
      const data = await base64Of(file.slice(done, done + part));
      await client.call("restore.write", { offset: done, data }, { signal });
      show(words.reading(file.name), Math.min(1, (done + part) / file.size));
    }
    show(words.checkingBackup, null);
    const report = await client.call("restore.check", {}, { signal, onEvent: showEvent(words.checkingBackup) });
    const mode = wanted ?? (await decide(file.name, report, signal));
    if (mode === null) return null;
    // Not stoppable: whether the history has changed would be lost with the answer.
    show(words.restoring, null, false);
    const onEvent = showEvent(words.restoring, false);
    const done = await storage.adding(() => client.call("restore.apply", { mode }, { onEvent }));
    storage.forgetLoss();
    const said = mode === "merge" ? words.merged(done.newSessions, done.newMessages) : words.replaced(done.sessions, done.messages);
    return { words: said, trouble: false, details: done.problems };
  } finally {
    await end(client, "restore.end");
  }
}

/** Says what restoring would do. Replacing everything is asked about once more. */
async function decide(name: string, report: RestoreReport, signal: AbortSignal): Promise<RestoreMode | null> {
  const { sessions, messages, newSessions, newMessages, changedSessions, verified, problems } = report;
  const replace = { key: "replace", words: words.replace };
  const lines = [words.report(sessions, messages)];
  if (newSessions + newMessages > 0) lines.push(words.reportNew(newSessions, newMessages));
  if (changedSessions > 0) lines.push(words.reportChanged(changedSessions));
  if (lines.length === 1) lines.push(words.reportSame);
  show(words.answer, null);
  for (;;) {
    const first = await ask({ title: words.question(plainName(name)), lines, warning: !verified && words.unverified, changes: { lines: problems }, answers: [{ key: "merge", words: words.merge }, replace] }, signal);
    if (first !== "replace") return first as RestoreMode | null;
    const here = tally.peek() ?? { sessions: 0, messages: 0 };
    const sure = await ask({ title: words.sureTitle, lines: [words.sure(here.sessions, here.messages)], changes: { lines: [] }, answers: [{ ...replace, danger: true }], back: words.back }, signal);
    if (sure !== null || signal.aborted) return sure as RestoreMode | null;
  }
}

/** The core has one copy for all tabs: one of them at a time may read or write it. */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  return await navigator.locks.request("burrow-copy", { ifAvailable: true }, (lock) => {
    if (lock === null) throw new Refused(words.elsewhere);
    return work();
  });
}

/** Lets the core forget a copy. If it cannot be told, it forgets when the next one begins. */
async function end(client: Client, method: "backup.end" | "restore.end"): Promise<void> {
  await client.call(method, {}, { signal: AbortSignal.timeout(endPatience) }).catch(() => undefined);
}
