// Documents that several chats share: collections, of which a chat asks all or none, and
// single ones. A folder or an archive becomes a collection; of one that is added again,
// only what has changed is read.

import { signal } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { Collection, Document } from "../core/protocol.gen.js";
import { plainName } from "../markdown/signs.js";
import { complain } from "../shared/complain.js";
import { say } from "../shared/toast.js";
import { text } from "../text/en.js";
import { unzip } from "./unzip.js";
import { Refused, upload } from "./upload.js";

const words = text.documents.library;

/** What a folder may have that is read. */
const readable = /\.(md|markdown|txt|pdf|docx|xlsx|pptx|html?|csv|tsv|jsonl?)$/i;

/** Files whose digests are asked about in one request. */
const some = 500;

/** All collections, and the documents that are kept; null until they have been read. */
export const collections = signal<readonly Collection[]>([]);
export const kept = signal<readonly Document[] | null>(null);

/** What is being added. */
export interface Adding {
  collection: string;
  name: string;
  done: number;
  of: number;
  stop(): void;
}
export const adding = signal<Adding | null>(null);

/** What came of the last time: what could not be read, with the reason. */
export const outcome = signal<{ words: string; details: readonly string[] } | null>(null);

/** Address of the manual of the demo's company, with its hash; written by the bundler. */
declare const __MANUAL__: string;
const manual: { address: string } = { address: __MANUAL__ };

/** A file with its name within its folder. */
interface Source {
  name: string;
  file(): Promise<File | null>;
}

export class Library {
  constructor(private readonly client: Client) {}

  /** Reads what there is. */
  async load(): Promise<void> {
    try {
      const found = await this.client.call("documents.collections", {});
      collections.value = found.collections;
      if (kept.peek() !== null) await this.open();
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
    }
  }

  /** Reads the documents, too: the library is looked at. */
  async open(): Promise<void> {
    try {
      const { documents } = await this.client.call("documents.list", {});
      kept.value = documents.map(({ document }) => document).sort((a, b) => a.name.localeCompare(b.name));
    } catch (error) {
      complain(error);
    }
  }

  /** Adds a folder, as the browser lists its files. */
  async addFolder(files: readonly File[]): Promise<void> {
    const root = files[0]?.webkitRelativePath.split("/")[0] ?? "";
    const sources = files.map((file) => ({ name: file.webkitRelativePath.slice(root.length + 1), file: async () => file }));
    await this.add(root || words.unnamed, sources);
  }

  /** Adds files; an archive is a collection of its own. */
  async addFiles(files: readonly File[]): Promise<void> {
    const loose: Source[] = [];
    for (const file of files) {
      if (/\.zip$/i.test(file.name)) await this.addArchive(file, file.name.replace(/\.zip$/i, ""));
      else loose.push({ name: file.name, file: async () => file });
    }
    if (loose.length > 0) await this.add(words.unnamed, loose, true);
  }

  /** Adds what is in an archive. */
  async addArchive(archive: Blob, name: string): Promise<void> {
    const packed = await unzip(archive).catch(() => null);
    if (packed === null) return void (outcome.value = { words: words.noArchive(name), details: [] });
    // Most archives have a folder around all.
    const root = /^[^/]+\//.exec(packed[0]?.name ?? "")?.[0] ?? "";
    const within = root !== "" && packed.every((one) => one.name.startsWith(root)) ? root.length : 0;
    await this.add(name, packed.map((one) => ({ ...one, name: one.name.slice(within) })));
  }

  /** Adds the manual of the demo's company, which comes with the page. */
  async addManual(): Promise<void> {
    const answer = await fetch(manual.address).catch(() => null);
    if (answer?.ok !== true) return void (outcome.value = { words: words.notLoaded, details: [] });
    await this.addArchive(await answer.blob(), words.manual);
  }

  /** Removes a collection with its documents for good. */
  async removeCollection(name: string): Promise<void> {
    try {
      await this.client.call("documents.removeCollection", { collection: name });
      outcome.value = null;
      say(words.removed(plainName(name)));
      await this.load();
    } catch (error) {
      complain(error);
    }
  }

  /** Removes a document for good. */
  async remove({ uid, name }: Document): Promise<void> {
    try {
      await this.client.call("documents.remove", { document: uid });
      outcome.value = null;
      say(words.removed(plainName(name)));
      await this.load();
    } catch (error) {
      complain(error);
    }
  }

  private async add(collection: string, all: readonly Source[], everything = false): Promise<void> {
    if (adding.peek() !== null) return;
    const abort = new AbortController();
    const { signal } = abort;
    const wanted = all.filter(({ name }) => everything || (readable.test(name) && !name.split("/").some((part) => part.startsWith("."))));
    const problems: string[] = [];
    let added = 0;
    let same = 0;
    const show = (name: string, done: number) => (adding.value = { collection, name, done, of: wanted.length, stop: () => abort.abort() });
    show("", 0);
    try {
      for (let from = 0; from < wanted.length; from += some) {
        const part = wanted.slice(from, from + some);
        const files = await this.read(part, problems, signal);
        const { known } = await this.client.call("documents.known", { collection, files: files.map(({ name, digest }) => ({ name, digest })) }, { signal });
        for (const [i, { name, file }] of files.entries()) {
          show(name, from + i);
          if (known[i] === true) {
            same++;
            continue;
          }
          try {
            await upload(this.client, file, signal, () => undefined, { name, collection });
            added++;
          } catch (error) {
            if (signal.aborted || !(error instanceof Refused || error instanceof CoreError)) throw error;
            problems.push(`${plainName(name)}: ${error.message}`);
          }
        }
      }
      outcome.value = { words: words.outcome(plainName(collection), added, same), details: problems };
    } catch (error) {
      if (!signal.aborted && !(error instanceof CoreError)) throw error;
      outcome.value = { words: signal.aborted ? words.stopped(added) : (error as Error).message, details: problems };
    } finally {
      adding.value = null;
      await this.load();
      await this.open();
    }
  }

  /** The files themselves, with their digests; those that cannot be had are said. */
  private async read(sources: readonly Source[], problems: string[], signal: AbortSignal): Promise<{ name: string; digest: string; file: File }[]> {
    const read: { name: string; digest: string; file: File }[] = [];
    for (const { name, file: get } of sources) {
      signal.throwIfAborted();
      try {
        const file = await get();
        if (file === null) problems.push(`${plainName(name)}: ${words.packed}`);
        else read.push({ name, file, digest: await digestOf(file) });
      } catch {
        problems.push(`${plainName(name)}: ${text.documents.unreadable}`);
      }
    }
    return read;
  }
}

async function digestOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
