// The encoder by which messages are found by their meaning, as the settings show it. What
// runs it is fetched when somebody turns it on. Whether it is in use is `encoder` in
// models.ts.

import { signal } from "@preact/signals";
import { meaning as words } from "../text/meaning.js";
import { encoderDirectory, encoderFile } from "./local/encoder-file.js";
import type { Models } from "./models.js";

export type EncoderState =
  /** Nothing of it is here. */
  | { kind: "absent" }
  /** A part of it is here. */
  | { kind: "paused"; done: number; of: number }
  | { kind: "downloading"; done: number; of: number }
  | { kind: "checking" }
  | { kind: "here" };

/** What is here; null until somebody has looked. */
export const encoderState = signal<EncoderState | null>(null);

/** Why it could not be had; null if all is well. */
export const encoderTrouble = signal<string | null>(null);

/** What a screen reader is told. */
export const encoderSaid = signal("");

/** What the core knows it by, as the program does that runs the same file. */
export const encoderName = "all-MiniLM-L6-v2";
export const encoderBytes = encoderFile.bytes;

let stop: AbortController | undefined;
/** Whether who stopped the download wants nothing of it. */
let discarded = false;

/** Looks at what is here. Another tab may have changed it. */
export async function lookForEncoder(): Promise<void> {
  if (stop === undefined) encoderState.value = await found();
}

async function found(): Promise<EncoderState> {
  try {
    const directory = await (await navigator.storage.getDirectory()).getDirectoryHandle(encoderDirectory);
    const size = async (name: string) => (await (await directory.getFileHandle(name)).getFile()).size;
    const whole = await size(encoderFile.name).catch(() => null);
    if (whole !== null) return { kind: "here" };
    const done = await size(`${encoderFile.name}.part`);
    return done === 0 ? { kind: "absent" } : { kind: "paused", done, of: encoderFile.bytes };
  } catch {
    return { kind: "absent" };
  }
}

/** Uses it from now on, and gets it if need be. */
export async function turnOnEncoder(models: Models): Promise<void> {
  if (stop !== undefined) return;
  encoderTrouble.value = null;
  const now = encoderState.peek();
  const isHere = now?.kind === "here";
  stop = new AbortController();
  discarded = false;
  encoderState.value = isHere ? { kind: "checking" } : { kind: "downloading", done: now?.kind === "paused" ? now.done : 0, of: encoderFile.bytes };
  try {
    const { encoder } = await models.open();
    // What cannot be run here is not turned on.
    if (isHere) await encoder.load(stop.signal);
    else
      await encoder.download(({ step, done, of }) => {
        encoderState.value = step === "check" ? { kind: "checking" } : { kind: "downloading", done, of };
      }, stop.signal);
    models.useEncoder(encoderName);
    encoderSaid.value = words.said.here;
  } catch (error) {
    if (!stop.signal.aborted) encoderTrouble.value = sentenceOf(error);
    if (discarded) await discard(models);
  } finally {
    stop = undefined;
    await lookForEncoder();
  }
}

/** Does without it. A file that is whole stays, half a one goes. */
export function turnOffEncoder(models: Models): void {
  encoderTrouble.value = null;
  const kind = encoderState.peek()?.kind;
  if (kind === "downloading" || kind === "paused") return void removeEncoder(models);
  stop?.abort();
  models.useEncoder("");
}

/** Removes it, or what has come of it. */
export async function removeEncoder(models: Models): Promise<void> {
  encoderTrouble.value = null;
  models.useEncoder("");
  discarded = true;
  // Whoever downloads removes what has come, when nothing comes any more.
  if (stop !== undefined) return stop.abort();
  await discard(models);
  await lookForEncoder();
}

async function discard(models: Models): Promise<void> {
  try {
    await (await models.open()).encoder.remove();
    encoderSaid.value = words.said.removed;
  } catch (error) {
    encoderTrouble.value = sentenceOf(error);
  }
}

/** What the script says is a sentence; that it could not be fetched is not. */
function sentenceOf(error: unknown): string {
  return error instanceof Error && error.name === "LocalError" ? error.message : words.unreachable;
}
