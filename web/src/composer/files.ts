// Text files that go along with the question. They are counted as soon as they are
// there, and read again when the question is sent.

import { type Client, CoreError } from "../core/client.js";
import { textOf } from "../shared/read-file.js";
import { temporary } from "../shared/route.js";
import { text } from "../text/en.js";
import { named } from "./counter.js";
import { lastCut } from "./cut.js";
import { fenced } from "./fence.js";
import { type Spot, replaceInField, spotInField } from "./field.js";
import { attachments, type Attachment, countedFor } from "./state.js";

/** Longer texts are for the command line. */
export const largestFile = 50_000_000;

/** A pasted text of more UTF-16 units becomes a file. */
export const longestPaste = 4_000;

/** A text field of more lines holds up the page: Chromium takes seconds for 10,000 of them. */
const mostLines = 2_000;

/** Where pasted texts are while the page is loaded anew. */
const pastedKey = "burrow.pasted";

/** UTF-16 units of text in one request: a few milliseconds to write, and to read. */
const partUnits = 1 << 20;

/** A file that cannot be counted, with the sentence that says why. */
class Refused extends Error {}

/** A text that was pasted, and where it would have gone. */
interface Pasted {
  text: string;
  spot: Spot;
}

interface Job {
  file: File;
  abort: AbortController;
  pasted?: Pasted | undefined;
}

export class Files {
  private readonly jobs = new Map<number, Job>();
  private lastId = 0;

  constructor(private readonly client: Client) {
    addEventListener("pagehide", () => this.leavePasted());
    // A page that comes back still has them.
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) forgetPasted();
    });
    this.takePasted();
  }

  add(files: Iterable<File>): void {
    for (const file of files) this.begin(file);
  }

  /** Takes a pasted text as a file. Returns false for what a file cannot hold: it belongs into the field. */
  paste(words: string): boolean {
    // Half a character or a zero would not come out as it went in.
    if (/[\0\ud800-\udfff]/u.test(words)) return false;
    return this.addPasted({ text: words, spot: spotInField() });
  }

  /** Puts a pasted text where it would have gone, and takes its file off the list. */
  unpaste(id: number): void {
    const pasted = this.jobs.get(id)?.pasted;
    if (pasted === undefined) return;
    this.remove(id);
    replaceInField(pasted.spot, pasted.text);
  }

  /** Stops counting a file and takes it off the list. */
  remove(id: number): void {
    this.jobs.get(id)?.abort.abort();
    this.jobs.delete(id);
    attachments.value = attachments.value.filter((a) => a.id !== id);
  }

  /** Counts every file again, for another model or a new core. */
  recount(): void {
    for (const [id, job] of this.jobs) {
      job.abort.abort();
      job.abort = new AbortController();
      this.show(id, { kind: "counting", share: 0 });
      void this.run(id, job.file, job.abort.signal);
    }
  }

  /**
   * The names and texts of all files, to be sent. If one of them cannot be read, that
   * is shown beside it and the answer is null. Files that were refused are not sent.
   */
  async read(): Promise<{ name: string; text: string }[] | null> {
    const read: { name: string; text: string }[] = [];
    let failed = false;
    for (const { id, name, progress } of attachments.peek()) {
      const file = this.jobs.get(id)?.file;
      if (progress.kind === "refused" || file === undefined) continue;
      try {
        if (file.size > largestFile) throw new Refused(text.files.tooLarge(largestFile));
        const words = textOf(new Uint8Array(await file.arrayBuffer()));
        if (words === null) throw new Refused(text.files.notText);
        read.push({ name, text: words });
      } catch (error) {
        failed = true;
        this.show(id, { kind: "refused", reason: reasonOf(error) });
      }
    }
    return failed ? null : read;
  }

  /** Takes all files off the list. */
  clear(): void {
    for (const id of [...this.jobs.keys()]) this.remove(id);
  }

  private begin(file: File, pasted?: Pasted): void {
    const id = ++this.lastId;
    const abort = new AbortController();
    this.jobs.set(id, { file, abort, pasted });
    const fits = pasted !== undefined && pasted.text.split("\n", mostLines + 1).length <= mostLines;
    const attachment: Attachment = { id, name: file.name, bytes: file.size, pasted: fits, progress: { kind: "counting", share: 0 } };
    attachments.value = [...attachments.value, attachment];
    void this.run(id, file, abort.signal);
  }

  private addPasted(pasted: Pasted): boolean {
    const names = new Set(attachments.peek().map(({ name }) => name));
    let n = 1;
    while (names.has(text.files.pasted(n))) n++;
    const file = new File([pasted.text], text.files.pasted(n), { type: "text/plain" });
    if (file.size > largestFile) return false;
    this.begin(file, pasted);
    return true;
  }

  /** A page that is loaded anew still has its draft, and what was pasted is a part of it; a temporary chat has neither. */
  private leavePasted(): void {
    if (temporary) return;
    const all = [...this.jobs.values()].flatMap(({ pasted }) => pasted ?? []);
    try {
      if (all.length === 0) forgetPasted();
      else sessionStorage.setItem(pastedKey, JSON.stringify(all));
    } catch {
      // More than the browser keeps for a tab.
    }
  }

  private takePasted(): void {
    if (temporary) return;
    try {
      const all = JSON.parse(sessionStorage.getItem(pastedKey) ?? "[]") as Pasted[];
      sessionStorage.removeItem(pastedKey);
      for (const pasted of all) this.addPasted(pasted);
    } catch {
      // Storage is blocked.
    }
  }

  private async run(id: number, file: File, signal: AbortSignal): Promise<void> {
    try {
      let tokens = 0;
      let done = 0;
      for await (const part of partsOf(file, signal)) {
        const counted = await this.client.call("tokens.count", { text: part.text, ...named(countedFor.peek()) }, { signal });
        tokens += counted.count;
        done += part.bytes;
        if (done < file.size) this.show(id, { kind: "counting", share: done / file.size });
      }
      const around = await this.client.call("tokens.count", { text: fenced(file.name, ""), ...named(countedFor.peek()) }, { signal });
      this.show(id, { kind: "counted", tokens, wrapping: around.count });
    } catch (error) {
      if (!signal.aborted) this.show(id, { kind: "refused", reason: reasonOf(error) });
    }
  }

  private show(id: number, progress: Attachment["progress"]): void {
    attachments.value = attachments.value.map((a) => (a.id === id ? { ...a, progress } : a));
  }
}

function forgetPasted(): void {
  try {
    sessionStorage.removeItem(pastedKey);
  } catch {
    // Storage is blocked.
  }
}

/** A sentence for the reader. What a bug says is shown on the card of the crash. */
function reasonOf(error: unknown): string {
  const readable = error instanceof Refused || (error instanceof CoreError && error.code !== "internal");
  if (readable) return error.message;
  // What the browser throws when a file has been moved or changed meanwhile.
  return error instanceof DOMException ? text.files.unreadable : text.files.failed;
}

/**
 * The text of a file in parts whose tokens add up to those of the whole. One part is
 * one frame to the core, and writing a frame of 50 MB would hold up the keyboard for
 * a quarter of a second.
 *
 * UTF-8 is taken at its word, a mark at the beginning included, since that is what
 * the command line counts; anything else is not text.
 */
async function* partsOf(file: File, signal: AbortSignal): AsyncGenerator<{ text: string; bytes: number }> {
  if (file.size > largestFile) throw new Refused(text.files.tooLarge(largestFile));
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const reader = file.stream().getReader();
  let rest = "";
  let searched = 0;
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      rest += decode(decoder, value);
      bytes += value.length;
      if (rest.length < partUnits) continue;
      const at = lastCut(rest, searched, rest.length);
      searched = at < 0 ? rest.length - 1 : 0;
      if (at < 0) continue;
      yield { text: rest.slice(0, at), bytes };
      rest = rest.slice(at);
      bytes = 0;
    }
  } finally {
    await reader.cancel();
  }
  yield { text: rest + decode(decoder, undefined), bytes };
}

function decode(decoder: TextDecoder, bytes: Uint8Array<ArrayBuffer> | undefined): string {
  if (bytes?.includes(0)) throw new Refused(text.files.notText);
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch {
    throw new Refused(text.files.notText);
  }
}
