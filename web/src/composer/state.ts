// What the page shows of the draft, as signals. The counter and the files write
// here; the views read.

import { computed, signal } from "@preact/signals";
import type { Count, Document } from "../core/protocol.gen.js";
import { core } from "../core/status.js";

/** Why the last request failed, if it did without a crash; a sentence for the status line. */
export const trouble = signal<string | null>(null);

/** Whether counts come: the core runs, and has what it needs for the chosen model. */
export const counting = computed(() => core.value.kind === "ready" && trouble.value === null);

/** The chat whose draft is being written, null for a new one. */
export const draftOf = signal<string | null>(null);

/** What stands in the text field. */
export const written = signal("");

/** The count of `written`, or of what stood there a moment ago; null before the first. */
export const count = signal<Count | null>(null);

/** What a role and the frame of a message add, in the encoding of `count`. */
export const frameTokens = signal<number | null>(null);

/** The model whose tokens are counted: the one that answers. Empty leaves the choice to the core. */
export const countedFor = signal("");

/** A file that goes along with the question. */
export interface Attachment {
  id: number;
  /** The chat whose draft it belongs to, null for a new one. */
  chat: string | null;
  name: string;
  bytes: number;
  /** Whether it was pasted and can be put into the question instead. */
  pasted?: boolean;
  progress:
    /** It is read, and once that is done, kept. */
    | { kind: "reading"; share: number; isRead?: boolean }
    /** It is kept, and has been read. */
    | { kind: "ready"; document: Document }
    | { kind: "refused"; reason: string };
}

/** The files of all drafts. */
export const allAttachments = signal<readonly Attachment[]>([]);

/** Those of the draft that is being written: the others are neither shown nor sent with it. */
export const attachments = computed(() => allAttachments.value.filter(({ chat }) => chat === draftOf.value));

/** The documents among them, and the names of those that are still read. */
export const ready = computed(() => attachments.value.flatMap(({ progress }) => (progress.kind === "ready" ? progress.document : [])));
export const reading = computed(() => attachments.value.flatMap(({ name, progress }) => (progress.kind === "reading" ? name : [])));

/** Whether any file is still read, in whatever draft. */
export const readingAny = computed(() => allAttachments.value.some(({ progress }) => progress.kind === "reading"));

/** A question that waits until its files have been read. */
export interface Held {
  /** Whether it has waited long. */
  late: boolean;
  /** Sends it with what has been read. */
  sendWithout(): void;
  cancel(): void;
}
export const held = signal<Held | null>(null);

/** Whether there is anything to send. */
export const hasDraft = computed(() => written.value.trim() !== "" || ready.value.length + reading.value.length > 0);

/** What stands in the field, as one message; null before the first count, and while none can be made. */
export const message = computed(() => {
  if (count.value === null || !counting.value || frameTokens.value === null) return null;
  return written.value === "" ? 0 : count.value.count + frameTokens.value;
});
