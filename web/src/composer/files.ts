// Files that go along with the question that is being written. Each is read and kept as a
// document as soon as it is there; the question names those that it goes with. They are a
// part of the draft of their chat, as its text is, and go nowhere else.

import { batch, effect } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { Document } from "../core/protocol.gen.js";
import { documents } from "../documents/documents.js";
import { Refused, upload } from "../documents/upload.js";
import { plainName } from "../markdown/signs.js";
import { temporary } from "../shared/route.js";
import { say } from "../shared/toast.js";
import { text } from "../text/en.js";
import { type Spot, replaceInField, spotInField } from "./field.js";
import { allAttachments, attachments, type Attachment, draftOf } from "./state.js";
import { twins } from "./versions.js";

/** A pasted text of more UTF-16 units becomes a file. */
export const longestPaste = 4_000;

/** A text field of more lines holds up the page: Chromium takes seconds for 10,000 of them. */
const mostLines = 2_000;

/** Where pasted texts and documents are while the page is loaded anew. */
const pastedKey = "burrow.drafts.pasted";
const documentsKey = "burrow.drafts.documents";

/** A text that was pasted, and where it would have gone. */
interface Pasted {
  text: string;
  spot: Spot;
}

/** A document of a draft, and a pasted text, as they are left for the page that comes. */
interface Left {
  chat: string | null;
  document: Document;
}
interface LeftPasted extends Pasted {
  chat: string | null;
  name: string;
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
  private readonly underway = new Map<string, Left>();
  private lastId = 0;

  constructor(private readonly client: Client) {
    addEventListener("pagehide", () => this.leave());
    // A page that comes back still has them.
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) forgetLeft();
    });
    this.takeLeft();
    effect(() => {
      for (const { id, document } of twins.value) {
        this.remove(id);
        say(text.files.already(plainName(document.name)));
      }
    });
  }

  add(files: Iterable<File>): void {
    for (const file of files) this.begin(file, draftOf.peek());
  }

  /** Takes a pasted text as a file. Returns false for what a file cannot hold: it belongs into the field. */
  paste(words: string): boolean {
    // Half a character or a zero would not come out as it went in.
    if (/[\0\ud800-\udfff]/u.test(words)) return false;
    this.addPasted({ text: words, spot: spotInField() }, draftOf.peek());
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
    allAttachments.value = allAttachments.value.filter((a) => a.id !== id);
  }

  /** Takes a file off the list in favour of a newer one; it can be had back. */
  setAside(id: number): void {
    const job = this.jobs.get(id);
    const one = allAttachments.peek().find((a) => a.id === id);
    if (job === undefined || one === undefined) return;
    this.remove(id);
    say(text.files.replaced(plainName(one.name)), () => {
      this.jobs.set(id, { ...job, abort: new AbortController() });
      allAttachments.value = [...allAttachments.peek(), one].sort((a, b) => a.id - b.id);
    });
  }

  /** Reads again what a core that is gone was given: a temporary chat's is gone with all it had. */
  restart(): void {
    for (const { id, progress } of allAttachments.peek()) {
      const job = this.jobs.get(id);
      if (job?.file === undefined || (progress.kind !== "reading" && !(temporary && progress.kind === "ready"))) continue;
      job.abort.abort();
      job.abort = new AbortController();
      this.show(id, { kind: "reading", share: 0 });
      void this.run(id, job.file, job.abort.signal);
    }
  }

  /** Takes the draft's documents off the list, to be sent; what was refused goes, too. */
  take(): Document[] {
    const all = attachments.peek();
    const taken = all.flatMap(({ progress }) => (progress.kind === "ready" ? progress.document : []));
    for (const document of taken) this.underway.set(document.uid, { chat: draftOf.peek(), document });
    batch(() => {
      for (const { id } of all) this.remove(id);
    });
    return taken;
  }

  /** The new chat has got its place; its draft goes on there. */
  settle(session: string): void {
    allAttachments.value = allAttachments.value.map((a) => (a.chat === null ? { ...a, chat: session } : a));
  }

  /** Puts documents of a question that was not sent back on the list of the draft. */
  putBack(documents: readonly { uid: string }[]): void {
    for (const { uid } of documents) {
      const back = this.underway.get(uid);
      if (back !== undefined) this.listReady({ ...back, chat: draftOf.peek() });
    }
    this.kept(documents);
  }

  /** The question that these documents went with is kept. */
  kept(documents: readonly { uid: string }[]): void {
    for (const { uid } of documents) this.underway.delete(uid);
  }

  private listReady({ chat, document }: Left): void {
    this.list(chat, { abort: new AbortController() }, document, { kind: "ready", document });
  }

  private begin(file: File, chat: string | null, pasted?: Pasted): void {
    const abort = new AbortController();
    const fits = pasted !== undefined && pasted.text.split("\n", mostLines + 1).length <= mostLines;
    const id = this.list(chat, { file, abort, pasted }, { name: file.name, bytes: file.size }, { kind: "reading", share: 0 }, fits);
    void this.run(id, file, abort.signal);
  }

  private list(chat: string | null, job: Job, { name, bytes }: Pick<Document, "name" | "bytes">, progress: Attachment["progress"], pasted = false): number {
    const id = ++this.lastId;
    this.jobs.set(id, job);
    allAttachments.value = [...allAttachments.value, { id, chat, name, bytes, pasted, progress }];
    return id;
  }

  private addPasted(pasted: Pasted, chat: string | null, name = freeName(chat)): void {
    this.begin(new File([pasted.text], name, { type: "text/plain" }), chat, { text: pasted.text, spot: pasted.spot });
  }

  /** A page that is loaded anew still has its drafts, and these are a part of them; a temporary chat has neither. */
  private leave(): void {
    if (temporary) return;
    const pasted: LeftPasted[] = [];
    const documents: Left[] = [];
    for (const { id, chat, name, progress } of allAttachments.peek()) {
      const own = this.jobs.get(id)?.pasted;
      if (own !== undefined) pasted.push({ ...own, chat, name });
      else if (progress.kind === "ready") documents.push({ chat, document: progress.document });
    }
    documents.push(...this.underway.values());
    try {
      forgetLeft();
      if (pasted.length > 0) sessionStorage.setItem(pastedKey, JSON.stringify(pasted));
      if (documents.length > 0) sessionStorage.setItem(documentsKey, JSON.stringify(documents));
    } catch {
      // More than the browser keeps for a tab.
    }
  }

  private takeLeft(): void {
    if (temporary) return;
    try {
      const documents = JSON.parse(sessionStorage.getItem(documentsKey) ?? "[]") as Left[];
      const pasted = JSON.parse(sessionStorage.getItem(pastedKey) ?? "[]") as LeftPasted[];
      forgetLeft();
      for (const left of documents) this.listReady(left);
      for (const left of pasted) this.addPasted(left, left.chat, left.name);
    } catch {
      // Storage is blocked.
    }
  }

  private async run(id: number, file: File, signal: AbortSignal): Promise<void> {
    try {
      const document = await upload(this.client, file, signal, (share, isRead) => {
        if (!signal.aborted) this.show(id, { kind: "reading", share, isRead });
      });
      if (!signal.aborted) this.show(id, { kind: "ready", document });
    } catch (error) {
      if (!signal.aborted) this.show(id, { kind: "refused", reason: reasonOf(error) });
    }
  }

  private show(id: number, progress: Attachment["progress"]): void {
    allAttachments.value = allAttachments.value.map((a) => (a.id === id ? { ...a, progress } : a));
  }
}

/** What a pasted text is called: no other file of its chat is. */
function freeName(chat: string | null): string {
  const names = new Set(allAttachments.peek().flatMap((a) => (a.chat === chat ? a.name : [])));
  if (chat === draftOf.peek()) for (const { document } of documents.peek()) names.add(document.name);
  let n = 1;
  while (names.has(text.files.pasted(n))) n++;
  return text.files.pasted(n);
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
