// What the page and the model worker say to each other.

import type { Answered, Heard, Question } from "./backend.js";
import type { Code } from "./fault.js";
import type { KeptFile, Offer, Step } from "./files.js";

/** What a request is for, by its name: what it takes, what is told meanwhile, what it gives. */
export interface Tasks {
  offers: { takes: null; told: never; gives: Offer[] };
  list: { takes: null; told: never; gives: KeptFile[] };
  download: { takes: Offer; told: Moved; gives: null };
  import: { takes: File; told: Moved; gives: KeptFile };
  remove: { takes: string; told: never; gives: null };
  load: { takes: LoadRequest; told: Heard; gives: null };
  unload: { takes: null; told: never; gives: null };
  answer: { takes: { load: LoadRequest; question: Question }; told: Heard; gives: Answered };
  downloadEncoder: { takes: Offer; told: Moved; gives: null };
  removeEncoder: { takes: string; told: never; gives: null };
  loadEncoder: { takes: string; told: never; gives: null };
  /** A vector of unit length for a text. The encoder is loaded unless it is. */
  encode: { takes: { name: string; text: string }; told: never; gives: Float32Array };
}

export interface Moved {
  step: Step;
  done: number;
  of: number;
}

export interface LoadRequest {
  /** The file's name. */
  name: string;
  /** Zero for as many as suit the device. */
  threads: number;
  /** In gigabytes, as the browser tells it; zero if it does not. */
  deviceMemory: number;
}

export type TaskName = keyof Tasks;

/** What does the tasks. */
export type Work = {
  [K in TaskName]: (takes: Tasks[K]["takes"], tell: (told: Tasks[K]["told"]) => void, signal: AbortSignal) => Promise<Tasks[K]["gives"]>;
};

export type ToWorker = { [K in TaskName]: { kind: "task"; id: number; task: K; takes: Tasks[K]["takes"] } }[TaskName] | { kind: "stop"; id: number };

export type FromWorker =
  | { kind: "told"; id: number; told: unknown }
  | { kind: "done"; id: number; gives: unknown }
  | { kind: "failed"; id: number; code: Code; sentence: string }
  | { kind: "stopped"; id: number };
