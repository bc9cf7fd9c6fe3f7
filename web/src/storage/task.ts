// Work on the history as a whole, one at a time. It can be stopped wherever that leaves
// nothing half done, and what comes of it is said in a sentence. A good one passes, like
// a toast, once nobody looks at it; trouble stays until it is dismissed.

import { effect, signal } from "@preact/signals";
import { CoreError } from "../core/client.js";
import type { CoreEvent } from "../core/protocol.gen.js";
import { isShown } from "../shared/layout.js";
import { stay } from "../shared/toast.js";
import { text } from "../text/en.js";
import { type FileKind, type Sink, saveFile } from "./save-file.js";

const words = text.storage;

/** What is under way. */
export interface Task {
  words: string;
  /** From 0 to 1; null if nobody knows. */
  share: number | null;
  /** False while nobody could tell whether a stop came too late. */
  stoppable: boolean;
}
export const task = signal<Task | null>(null);

/** What came of the last work. */
export interface Notice {
  words: string;
  trouble: boolean;
  details?: readonly string[];
  /** What can be done about it. */
  remedy?: "repair";
}
export const notice = signal<Notice | null>(null);

effect(() => {
  if (notice.value?.trouble !== false || isShown("data")) return undefined;
  const timer = setTimeout(() => (notice.value = null), stay);
  return () => clearTimeout(timer);
});

/** Something that the reader is asked in between. */
export interface Question {
  title: string;
  lines: readonly string[];
  /** A line that stands out. */
  warning?: string | false;
  /** A list that is open, or folded if it has no title. */
  changes: { title?: string; lines: readonly string[] };
  answers: readonly { key: string; words: string; danger?: boolean }[];
  back?: string;
  answer(key: string | null): void;
}
export const question = signal<Question | null>(null);

/** Asks; null if the reader lets it be, or stops. */
export async function ask(asked: Omit<Question, "answer">, signal: AbortSignal): Promise<string | null> {
  try {
    return await new Promise<string | null>((resolve) => {
      signal.addEventListener("abort", () => resolve(null), { once: true });
      question.value = { ...asked, answer: resolve };
    });
  } finally {
    question.value = null;
  }
}

/** Something that cannot be done, with the sentence that says why. */
export class Refused extends Error {}

let abort = new AbortController();

/** Runs work unless some is under way. What it returns, or throws, is shown. */
export async function run(title: string, work: (signal: AbortSignal) => Promise<Notice | null>, stoppable = true): Promise<void> {
  if (task.peek() !== null) return;
  const { signal } = (abort = new AbortController());
  notice.value = null;
  show(title, null, stoppable);
  // Only meanwhile: pages with such a listener may be slower to come back to.
  addEventListener("beforeunload", askToStay);
  try {
    notice.value = await work(signal);
  } catch (error) {
    notice.value = signal.aborted ? { words: words.stopped, trouble: false } : { words: sentenceOf(error), trouble: true };
  } finally {
    removeEventListener("beforeunload", askToStay);
    task.value = null;
  }
}

/**
 * Runs work that writes a file, which the reader gets only if all of it went well; then
 * it resolves to true. Must be called while a click is being handled.
 */
export async function save(
  kind: FileKind,
  title: string,
  work: (sink: Sink, signal: AbortSignal) => Promise<Notice>,
  stem = `burrow-${today()}`,
): Promise<boolean> {
  if (task.peek() !== null) return false;
  const sink = await saveFile(stem, kind);
  if (sink === null) return false;
  let saved = false;
  await run(title, async (signal) => {
    try {
      const done = await work(sink, signal);
      await sink.close();
      saved = true;
      return done;
    } catch (error) {
      await sink.abort().catch(() => undefined);
      throw error;
    }
  });
  return saved;
}

/** Stops what is under way, if it can be. */
export function stop(): void {
  if (task.peek()?.stoppable) abort.abort();
}

export function show(words: string, share: number | null, stoppable = true): void {
  task.value = { words, share, stoppable };
}

/** Shows how far the core has come with a request. */
export function showEvent(words: string, stoppable = true) {
  return (event: CoreEvent) => {
    if (event.kind === "progress" && event.total > 0) show(words, event.done / event.total, stoppable);
  };
}

export function sentenceOf(error: unknown): string {
  if (error instanceof Refused || error instanceof CoreError) return error.message;
  // What the browser throws for a full disk, and for a file that was moved or changed.
  if (error instanceof DOMException) return error.name === "QuotaExceededError" ? words.unwritable : words.unreadable;
  reportError(error);
  return words.failed;
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The day as files are named: it sorts. */
function today(): string {
  const now = new Date();
  const two = (n: number) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
