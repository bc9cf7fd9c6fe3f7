// Keeps a file as a document: what can be read of it, and its bytes, go to the core in
// parts.

import { type Client, CoreError, newKey } from "../core/client.js";
import type { CoreEvent, Document } from "../core/protocol.gen.js";
import { scriptURL } from "../core/script-url.js";
import { base64Of, textOf } from "../shared/read-file.js";
import { text } from "../text/en.js";

const words = text.documents;

/** Larger files are not kept. */
export const largestFile = 256_000_000;

/** Bytes of a file in one request: writing it holds up the page for a few milliseconds. */
const part = 1 << 20;

/** Text and Markdown up to this size needs no reader: the core makes blocks of it. */
const short = 1 << 20;

/** How much of keeping a file is writing its bytes, and how much its text; the rest is the commit. */
const writingShare = 0.3;
const textShare = 0.6;

/** A file that cannot be kept, with the sentence that says why. */
export class Refused extends Error {}

/** Address of the script that reads documents, with its hash; written by the bundler. */
declare const __DOCUMENTS__: string;
/** A variable, because the bundler would look for the file. */
const script: { address: string } = { address: __DOCUMENTS__ };

/** What a document is called, and in which collection it is kept. */
export interface Kept {
  name?: string;
  collection?: string;
}

/** Is told how far reading a file has come, from 0 to 1, and then how far keeping it has. */
export type Tell = (share: number, isRead: boolean) => void;

/** Reads and keeps a file. */
export async function upload(client: Client, file: File, signal: AbortSignal, tell: Tell, how: Kept = {}): Promise<Document> {
  if (file.size > largestFile) throw new Refused(words.tooLarge(largestFile));
  if (file.size === 0) throw new Refused(words.empty);
  for (let again = false; ; again = true) {
    const name = newKey();
    try {
      return await keep(client, name, file, signal, tell, how);
    } catch (error) {
      void client.call("documents.drop", { upload: name }).catch(ignore);
      // Another tab has the history now, and has not heard of this file.
      const isLost = error instanceof CoreError && error.code === "not_found" && !signal.aborted;
      if (!isLost || again) throw error;
    }
  }
}

async function keep(client: Client, name: string, file: File, signal: AbortSignal, tell: Tell, { name: called = file.name, collection }: Kept): Promise<Document> {
  await client.call("documents.begin", { upload: name, name: called, bytes: file.size }, { signal });
  const plain = await plainText(file);
  const read = plain === null ? await blocks(client, name, file, signal, tell) : { text: plain };
  for (let offset = 0; offset < file.size; offset += part) {
    const data = await base64Of(file.slice(offset, offset + part));
    await client.call("documents.write", { upload: name, offset, data }, { signal });
    tell(writingShare * Math.min(1, (offset + part) / file.size), true);
  }
  const onEvent = (event: CoreEvent) => {
    if (event.kind === "progress") tell(writingShare + textShare * (event.done / event.total), true);
  };
  return await client.call("documents.end", { upload: name, ...read, ...(collection === undefined ? {} : { collection }) }, { signal, onEvent });
}

/** The text of a short file that is nothing else; null for what a reader has to look at. */
async function plainText(file: File): Promise<string | null> {
  const isNamedSo = /\.(txt|md|markdown)$/i.test(file.name) || (file.type === "text/plain" && !file.name.includes("."));
  if (file.size > short || !isNamedSo) return null;
  const plain = textOf(new Uint8Array(await file.arrayBuffer()));
  // A file may have another name than it should.
  return plain === null || /^(%PDF-|PK\x03\x04)/.test(plain) ? null : plain;
}

/** Readers that run at once: each takes tens of megabytes. */
const mostReaders = 2;
let readers = 0;
const waiting: (() => void)[] = [];

/** Has a file read in a worker when there is room for one, and its blocks kept as they come. */
async function blocks(client: Client, upload: string, file: File, signal: AbortSignal, tell: Tell) {
  while (readers >= mostReaders) await new Promise<void>((resolve) => waiting.push(resolve));
  readers++;
  try {
    signal.throwIfAborted();
    return await readBlocks(client, upload, file, signal, tell);
  } finally {
    readers--;
    waiting.shift()?.();
  }
}

async function readBlocks(client: Client, upload: string, file: File, signal: AbortSignal, tell: Tell) {
  const reader = await (import(script.address) as Promise<typeof import("../storage/reader/documents.js")>).catch(() => {
    throw new Refused(words.notLoaded);
  });
  try {
    return await reader.readDocument(
      { scriptURL },
      file,
      async (some) => void (await client.call("documents.blocks", { upload, blocks: some }, { signal })),
      (share) => tell(share, false),
      signal,
    );
  } catch (error) {
    throw error instanceof reader.ReadRefused ? new Refused(error.message) : error;
  }
}

function ignore(error: unknown): void {
  if (!(error instanceof CoreError)) throw error;
}
