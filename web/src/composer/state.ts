// What the page shows of the draft, as signals. The counter and the files write
// here; the views read.

import { computed, signal } from "@preact/signals";
import type { Count } from "../core/protocol.gen.js";
import { core } from "../core/status.js";

/** Why the last request failed, if it did without a crash; a sentence for the status line. */
export const trouble = signal<string | null>(null);

/** Whether counts come: the core runs, and has what it needs for the chosen model. */
export const counting = computed(() => core.value.kind === "ready" && trouble.value === null);

/** What stands in the text field. */
export const written = signal("");

/** The count of `written`, or of what stood there a moment ago; null before the first. */
export const count = signal<Count | null>(null);

/** What a role and the frame of a message add, in the encoding of `count`. */
export const frameTokens = signal<number | null>(null);

/** The model whose tokens are counted: the one that answers. Empty leaves the choice to the core. */
export const countedFor = signal("");

/** A text file that goes along with the question. */
export interface Attachment {
  id: number;
  name: string;
  bytes: number;
  /** Whether it was pasted and can be put into the question instead. */
  pasted?: boolean;
  progress:
    | { kind: "counting"; share: number }
    /** `wrapping` are the tokens of the fence and the name around it. */
    | { kind: "counted"; tokens: number; wrapping: number }
    | { kind: "refused"; reason: string };
}

export const attachments = signal<readonly Attachment[]>([]);

/** Tokens of the files that are counted so far. */
export const fileTokens = computed(() =>
  attachments.value.reduce((sum, { progress }) => sum + (progress.kind === "counted" ? progress.tokens : 0), 0),
);

/** Whether there is anything to send. */
export const hasDraft = computed(() => written.value.trim() !== "" || attachments.value.some(({ progress }) => progress.kind !== "refused"));

/** Text and files together; null before the first count, and while none can be made. */
export const total = computed(() =>
  count.value === null || !counting.value ? null : count.value.count + fileTokens.value,
);

/** What surrounds the text and the files in a message. */
export const frame = computed(() => {
  if (frameTokens.value === null) return null;
  return attachments.value.reduce((sum, { progress }) => sum + (progress.kind === "counted" ? progress.wrapping : 0), frameTokens.value);
});

/** Text, files and the frame, as one message; 0 while nothing is written. */
export const message = computed(() => {
  if (total.value === null || frame.value === null) return null;
  const files = attachments.value.some(({ progress }) => progress.kind !== "refused");
  return written.value === "" && !files ? 0 : total.value + frame.value;
});
