// Reads documents, as a script of its own that is fetched with the first file which is not
// plain text. Each is read by a worker of its own: what is wrong with a file can at worst
// end that. Of its text no more is in the page than the part at hand.

import type { Block } from "../../core/protocol.gen.js";
import { reading as words } from "../../text/reading.js";
import type { Asked, Blocks, Modules, ReadDocument, ToldOfDocument } from "./parts.js";

export type { ReadDocument } from "./parts.js";

/** Address of the worker's script, with its hash; written by the bundler. */
declare const __READER_WORKER__: string;

/** What the page does for a document. */
export interface DocumentPage {
  scriptURL(url: string): string;
}

/** A file that cannot be read; its message is a sentence for the reader. */
export class ReadRefused extends Error {
  override name = "ReadRefused";
}

/** What the first worker compiles, which takes most of its time; the others get it. */
const modules: Modules = {};

/** A worker that tells nothing for so long is given up. */
const patience = { ticks: 4, ms: 15_000 };

/**
 * Reads a file by a worker of its own, which ends with it. The blocks come in parts, in
 * their order, the next when the one before has been taken; with each comes how many of
 * all have come, from 0 to 1. `tell` gets how much of the file has been read, before that.
 *
 * Throws ReadRefused, what `take` throws, or the signal's reason.
 */
export async function readDocument(
  page: DocumentPage,
  file: File,
  take: (blocks: Block[], progress: number) => Promise<void>,
  tell: (progress: number) => void,
  signal: AbortSignal,
): Promise<ReadDocument> {
  signal.throwIfAborted();
  const worker = new Worker(page.scriptURL(__READER_WORKER__), { type: "module", name: "burrow reader" });
  const stopping = new AbortController();
  const stop = () => stopping.abort(signal.reason);
  // No worker may be alive in a page that goes into the back-forward cache: see client.ts.
  const leave = () => stopping.abort(new ReadRefused(words.left));
  signal.addEventListener("abort", stop);
  addEventListener("pagehide", leave);
  stopping.signal.addEventListener("abort", () => worker.terminate());
  try {
    for (let asked: Asked = { kind: "document", file, modules }; ; asked = "next") {
      const part = await ask(worker, asked, tell, stopping.signal);
      await take(JSON.parse(part.blocks) as Block[], part.progress);
      stopping.signal.throwIfAborted();
      if (part.end !== undefined) return part.end;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    removeEventListener("pagehide", leave);
    worker.terminate();
  }
}

/** Asks for a file's first part, or the next. */
function ask(worker: Worker, asked: Asked, tell: (progress: number) => void, signal: AbortSignal): Promise<Blocks> {
  let stop = () => {};
  let watch: ReturnType<typeof setInterval> | undefined;
  return new Promise<Blocks>((resolve, reject) => {
    let isLoaded = asked === "next";
    let quiet = 0;
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop);
    // Ticks, and not one timer: while a machine sleeps its workers do, too.
    watch = setInterval(() => {
      if (++quiet === patience.ticks) reject(new ReadRefused(isLoaded ? words.tooLong : words.notLoaded));
    }, patience.ms);
    worker.onmessage = ({ data }: MessageEvent<ToldOfDocument>) => {
      quiet = 0;
      if (data.kind === "blocks") return resolve(data);
      if (data.kind === "failed") return reject(new ReadRefused(data.message));
      if (data.kind === "progress") return tell(data.done);
      isLoaded = true;
      Object.assign(modules, data.modules);
      tell(0);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new ReadRefused(isLoaded ? words.crashed : words.notLoaded));
    };
    worker.postMessage(asked);
  }).finally(() => {
    clearInterval(watch);
    signal.removeEventListener("abort", stop);
  });
}
