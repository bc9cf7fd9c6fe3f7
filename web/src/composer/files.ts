// Files that go along with the question that is being written. Each is read and kept as a
// document as soon as it is there; the question names those that it goes with.

import { batch } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { Document } from "../core/protocol.gen.js";
import { Refused, upload } from "../documents/upload.js";
import { temporary } from "../shared/route.js";
import { text } from "../text/en.js";
import { type Spot, replaceInField, spotInField } from "./field.js";
import { attachments, type Attachment } from "./state.js";

/** A pasted text of more UTF-16 units becomes a file. */
export const longestPaste = 4_000;

/** A text field of more lines holds up the page: Chromium takes seconds for 10,000 of them. */
const mostLines = 2_000;

/** Where pasted texts and documents are while the page is loaded anew. */
const pastedKey = "burrow.pasted";
const documentsKey = "burrow.documents";

/** A text that was pasted, and where it would have gone. */
interface Pasted {
  text: string;
  spot: Spot;
}

interface Job {
  /** None for a document that was kept before. */
  file?: File;
  abort: AbortController;
  pasted?: Pasted | undefined;
}

export class Files {
  private readonly jobs = new Map<number, Job>();
  /** Documents of questions that are on their way, and may come back. */
  private readonly underway = new Map<string, Document>();
  private lastId = 0;

  constructor(private readonly client: Client) {
    addEventListener("pagehide", () => this.leave());
    // A page that comes back still has them.
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) forgetLeft();
    });
    this.takeLeft();
  }

  add(files: Iterable<File>): void {
    for (const file of files) this.begin(file);
  }

  /** Takes a pasted text as a file. Returns false for what a file cannot hold: it belongs into the field. */
  paste(words: string): boolean {
    // Half a character or a zero would not come out as it went in.
    if (/[\0\ud800-\udfff]/u.test(words)) return false;
    this.addPasted({ text: words, spot: spotInField() });
    return true;
  }

  /** Puts a pasted text where it would have gone, and takes its file off the list. */
  unpaste(id: number): void {
    const pasted = this.jobs.get(id)?.pasted;
    if (pasted === undefined) return;
    this.remove(id);
    replaceInField(pasted.spot, pasted.text);
  }

  /** Stops reading a file and takes it off the list. */
  remove(id: number): void {
    this.jobs.get(id)?.abort.abort();
    this.jobs.delete(id);
    attachments.value = attachments.value.filter((a) => a.id !== id);
  }

  /** Reads again what a core that is gone was given: a temporary chat's is gone with all it had. */
  restart(): void {
    for (const { id, progress } of attachments.peek()) {
      const job = this.jobs.get(id);
      if (job?.file === undefined || (progress.kind !== "reading" && !(temporary && progress.kind === "ready"))) continue;
      job.abort.abort();
      job.abort = new AbortController();
      this.show(id, { kind: "reading", share: 0 });
      void this.run(id, job.file, job.abort.signal);
    }
  }

  /** Takes the documents off the list, to be sent; what was refused goes, too. */
  take(): Document[] {
    const taken = attachments.peek().flatMap(({ progress }) => (progress.kind === "ready" ? progress.document : []));
    for (const document of taken) this.underway.set(document.uid, document);
    batch(() => {
      for (const id of [...this.jobs.keys()]) this.remove(id);
    });
    return taken;
  }

  /** Puts documents of a question that was not sent back on the list. */
  putBack(documents: readonly { uid: string }[]): void {
    for (const { uid } of documents) this.listReady(this.underway.get(uid));
    this.kept(documents);
  }

  /** The question that these documents went with is kept. */
  kept(documents: readonly { uid: string }[]): void {
    for (const { uid } of documents) this.underway.delete(uid);
  }

  private listReady(document: Document | undefined): void {
    if (document !== undefined) this.list({ abort: new AbortController() }, document, { kind: "ready", document });
  }

  private begin(file: File, pasted?: Pasted): void {
    const abort = new AbortController();
    const fits = pasted !== undefined && pasted.text.split("\n", mostLines + 1).length <= mostLines;
    const id = this.list({ file, abort, pasted }, { name: file.name, bytes: file.size }, { kind: "reading", share: 0 }, fits);
    void this.run(id, file, abort.signal);
  }

  private list(job: Job, { name, bytes }: Pick<Document, "name" | "bytes">, progress: Attachment["progress"], pasted = false): number {
    const id = ++this.lastId;
    this.jobs.set(id, job);
    attachments.value = [...attachments.value, { id, name, bytes, pasted, progress }];
    return id;
  }

  private addPasted(pasted: Pasted): void {
    const names = new Set(attachments.peek().map(({ name }) => name));
    let n = 1;
    while (names.has(text.files.pasted(n))) n++;
    this.begin(new File([pasted.text], text.files.pasted(n), { type: "text/plain" }), pasted);
  }

  /** A page that is loaded anew still has its draft, and these are a part of it; a temporary chat has neither. */
  private leave(): void {
    if (temporary) return;
    const pasted = [...this.jobs.values()].flatMap(({ pasted }) => pasted ?? []);
    const ready = attachments.peek().flatMap(({ id, progress }) => (progress.kind === "ready" && this.jobs.get(id)?.pasted === undefined ? progress.document : []));
    try {
      forgetLeft();
      if (pasted.length > 0) sessionStorage.setItem(pastedKey, JSON.stringify(pasted));
      if (ready.length + this.underway.size > 0) sessionStorage.setItem(documentsKey, JSON.stringify([...ready, ...this.underway.values()]));
    } catch {
      // More than the browser keeps for a tab.
    }
  }

  private takeLeft(): void {
    if (temporary) return;
    try {
      const documents = JSON.parse(sessionStorage.getItem(documentsKey) ?? "[]") as Document[];
      const pasted = JSON.parse(sessionStorage.getItem(pastedKey) ?? "[]") as Pasted[];
      forgetLeft();
      for (const document of documents) this.listReady(document);
      for (const one of pasted) this.addPasted(one);
    } catch {
      // Storage is blocked.
    }
  }

  private async run(id: number, file: File, signal: AbortSignal): Promise<void> {
    try {
      const document = await upload(this.client, file, signal, (share) => this.show(id, { kind: "reading", share }));
      if (!signal.aborted) this.show(id, { kind: "ready", document });
    } catch (error) {
      if (!signal.aborted) this.show(id, { kind: "refused", reason: reasonOf(error) });
    }
  }

  private show(id: number, progress: Attachment["progress"]): void {
    attachments.value = attachments.value.map((a) => (a.id === id ? { ...a, progress } : a));
  }
}

function forgetLeft(): void {
  try {
    sessionStorage.removeItem(pastedKey);
    sessionStorage.removeItem(documentsKey);
  } catch {
    // Storage is blocked.
  }
}

/** A sentence for the reader. What a bug says is shown on the card of the crash. */
function reasonOf(error: unknown): string {
  const readable = error instanceof Refused || (error instanceof CoreError && error.code !== "internal");
  if (readable) return error.message;
  // What the browser throws when a file has been moved or changed meanwhile.
  return error instanceof DOMException ? text.documents.unreadable : text.documents.failed;
}
