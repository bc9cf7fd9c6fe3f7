// What the model worker does: it keeps the model files, and runs one of them. Requests
// that use the model come one at a time; the page's queue sees to that.

import { local as text } from "../../text/local.js";
import type { Answered, Heard, Question } from "./backend.js";
import { encoderWork } from "./encode.js";
import { Engine, type Library, unloadable } from "./engine.js";
import { LocalError, isAbort } from "./fault.js";
import { ModelFiles, type Offer } from "./files.js";
import { checkGguf } from "./gguf.js";
import { contextFor, threadsFor } from "./ram.js";
import type { FromWorker, LoadRequest, TaskName, Tasks, ToWorker, Work } from "./messages.js";

/** Address of the library's WebAssembly, with its hash; written by the bundler. */
declare const __WLLAMA__: string;

const stops = new Map<number, AbortController>();
let library: Library;
let opened: Promise<ModelFiles> | undefined;
let engine: { engine: Engine; asked: LoadRequest } | undefined;

const files = () => (opened ??= ModelFiles.open());

const work: Work = {
  offers: async () => {
    let response: Response;
    try {
      response = await fetch("/models/", { cache: "no-store" });
    } catch {
      throw new LocalError("unavailable", text.unreachable);
    }
    if (!response.ok) throw new LocalError("unavailable", text.serverSays(response.status));
    return ((await response.json()) as { models: Offer[] }).models;
  },
  list: async () => (await files()).list(),
  download: async (offer, tell, signal) => {
    await (await files()).download(offer, `/models/${offer.name}`, (step, done, of) => tell({ step, done, of }), signal);
    return null;
  },
  import: async (file, tell, signal) => (await files()).import(file, (step, done, of) => tell({ step, done, of }), signal),
  remove: async (name) => {
    if (engine?.asked.name === name) unload();
    await (await files()).remove(name);
    return null;
  },
  load: async (asked, tell, signal) => {
    await load(asked, tell, signal);
    return null;
  },
  unload: async () => {
    unload();
    return null;
  },
  answer: async ({ load: asked, question }, tell, signal) => answer(asked, question, tell, signal),
  ...encoderWork(() => library, __WLLAMA__),
};

async function answer(asked: LoadRequest, question: Question, tell: (heard: Heard) => void, signal: AbortSignal): Promise<Answered> {
  const { engine: model } = await load(asked, tell, signal);
  try {
    return await model.answer(question, tell, signal);
  } catch (error) {
    // What the library does after an error of its own is not known: it begins anew.
    const own = isAbort(error) || (error instanceof LocalError && error.code !== "timed_out");
    if (!own) unload();
    if (own) throw error;
    throw error instanceof LocalError ? error : new LocalError("unavailable", text.workerDied);
  }
}

function unload(): void {
  engine?.engine.close();
  engine = undefined;
}

/** The engine that was asked for, loaded unless it is. */
async function load(asked: LoadRequest, tell: (heard: Heard) => void, signal: AbortSignal): Promise<NonNullable<typeof engine>> {
  if (engine !== undefined && engine.asked.name === asked.name && engine.asked.threads === asked.threads) return engine;
  unload();
  const kept = await files();
  const info = await checkGguf(await kept.file(asked.name), asked.name);
  const read = (bytes: number) => tell({ kind: "loading", done: bytes, of: info.bytes });
  read(0);
  let threads = threadsFor(asked.threads);
  for (;;) {
    // Anew for each attempt: a File is tied to what it counts for.
    const file = await kept.file(asked.name);
    const contextSize = contextFor(info, file.size, asked.deviceMemory);
    try {
      const made = await Engine.load(library, file, { wasm: __WLLAMA__, threads, contextSize }, read, signal);
      engine = { engine: made, asked };
      tell({ kind: "loaded", name: asked.name, threads: made.threads, contextSize: made.contextSize });
      return engine;
    } catch (error) {
      if (isAbort(error)) throw error;
      // Shared memory may be refused where the same without threads is not.
      if (threads === 1) throw unloadable(error);
      threads = 1;
    }
  }
}

/** Answers the page, with a library that runs models. */
export function serveModels(by: Library): void {
  library = by;
  self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if (data.kind === "stop") stops.get(data.id)?.abort();
    else void run(data.id, data.task, data.takes);
  };
}

async function run<K extends TaskName>(id: number, task: K, takes: Tasks[K]["takes"]): Promise<void> {
  const stop = new AbortController();
  stops.set(id, stop);
  try {
    say({ kind: "done", id, gives: await work[task](takes, (told) => say({ kind: "told", id, told }), stop.signal) });
  } catch (error) {
    if (isAbort(error)) say({ kind: "stopped", id });
    else if (error instanceof LocalError) say({ kind: "failed", id, code: error.code, sentence: error.message });
    else {
      console.error(error);
      say({ kind: "failed", id, code: "internal", sentence: text.failed });
    }
  } finally {
    stops.delete(id);
  }
}

function say(message: FromWorker): void {
  self.postMessage(message);
}
