// What the page shows, as signals. The counter, the files and the pieces write
// here; the views read.

import { computed, signal } from "@preact/signals";
import type { Model } from "./models.js";
import type { Count, Encoded } from "./protocol.gen.js";
import { recall, remember } from "./remember.js";

/** Whether the core can be asked. A core that is not ready still takes requests. */
export type Core =
  | { kind: "starting" }
  | { kind: "ready" }
  | { kind: "stopped"; message: string; detail: string };

export const core = signal<Core>({ kind: "starting" });

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

export const models = signal<readonly Model[]>([]);
export const chosenName = signal(recall("model") ?? "");

/** The chosen model; the first one if none was chosen, or one that is not offered any more. */
export const model = computed(() => models.value.find((m) => m.name === chosenName.value) ?? models.value[0] ?? null);

export function chooseModel(name: string): void {
  chosenName.value = name;
  remember("model", name);
}

/** A file that is counted beside the text. */
export interface Attachment {
  id: number;
  name: string;
  bytes: number;
  progress:
    | { kind: "counting"; share: number }
    | { kind: "counted"; tokens: number }
    | { kind: "refused"; reason: string };
}

export const attachments = signal<readonly Attachment[]>([]);

/** Tokens of the files that are counted so far. */
export const fileTokens = computed(() =>
  attachments.value.reduce((sum, { progress }) => sum + (progress.kind === "counted" ? progress.tokens : 0), 0),
);

/** Text and files together; null before the first count, and while none can be made. */
export const total = computed(() =>
  count.value === null || !counting.value ? null : count.value.count + fileTokens.value,
);

/** Text, files and the frame, as one message. */
export const message = computed(() =>
  total.value === null || frameTokens.value === null ? null : total.value + frameTokens.value,
);

/** How much of the model's window the message takes; null if there is no window to compare with. */
export const share = computed(() => {
  const window = model.value?.window ?? 0;
  return message.value === null || window === 0 ? null : message.value / window;
});

export type Level = "calm" | "amber" | "orange" | "brick";

export const level = computed<Level>(() => {
  const part = share.value ?? 0;
  if (part >= 0.95) return "brick";
  if (part >= 0.85) return "orange";
  return part >= 0.7 ? "amber" : "calm";
});

/** Whether the text is shown divided into tokens. */
export const piecesShown = signal(recall("pieces") !== "hidden");

export function togglePieces(): void {
  piecesShown.value = !piecesShown.value;
  remember("pieces", piecesShown.value ? "shown" : "hidden");
}

/** The tokens of the beginning of the text. */
export interface Pieces {
  encoding: Encoded["encoding"];
  text: string;
  ids: readonly number[];
  /** Where each token ends in `text`, in UTF-16 units. */
  ends: readonly number[];
  /** False if `text` goes on after the last token shown. */
  complete: boolean;
}

export const pieces = signal<Pieces | null>(null);

export const helpOpen = signal(false);
export const storageOpen = signal(false);
export const online = signal(navigator.onLine);
