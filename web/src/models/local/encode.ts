// What a model worker does with an encoder, which makes vectors of texts: it keeps its
// file, in a directory of its own, so that nobody takes it for a model that answers, and
// runs it. The page has a worker for this beside the one that answers.

import type { Wllama } from "@wllama/wllama/esm/index.min.js";
import { local as text } from "../../text/local.js";
import { type Library, silent, unloadable, untilAborted } from "./engine.js";
import { LocalError, isAbort } from "./fault.js";
import { ModelFiles } from "./files.js";
import { encoderDirectory } from "./encoder-file.js";
import type { Work } from "./messages.js";
import { threadsFor } from "./ram.js";
import { Watchdog } from "./watchdog.js";

/** Tokens that are read of a text; the model was trained on no more. */
const mostTokens = 256;
/** What as many tokens have at most, of any text that is one: the rest is not even looked at. */
const mostChars = 4096;
/** More gain little for a model as small as this. */
const mostThreads = 2;
const quiet = 60_000;

type Encodes = Pick<Work, "downloadEncoder" | "removeEncoder" | "loadEncoder" | "encode">;

export function encoderWork(library: () => Library, wasm: string): Encodes {
  let opened: Promise<ModelFiles> | undefined;
  let loaded: { name: string; wllama: Wllama } | undefined;
  const files = () => (opened ??= ModelFiles.open(encoderDirectory));

  const unload = () => {
    void loaded?.wllama.exit();
    loaded = undefined;
  };

  /** Requests come one at a time; the page sees to that. */
  const load = async (name: string, signal: AbortSignal): Promise<Wllama> => {
    if (loaded?.name === name) return loaded.wllama;
    unload();
    const file = await (await files()).file(name);
    const wllama = await loadEncoder(library(), wasm, file, signal);
    loaded = { name, wllama };
    return wllama;
  };

  return {
    downloadEncoder: async (offer, tell, signal) => {
      try {
        await (await files()).download(offer, `/models/${offer.name}`, (step, done, of) => tell({ step, done, of }), signal);
      } catch (error) {
        throw inOtherWords(error);
      }
      return null;
    },
    removeEncoder: async (name) => {
      unload();
      await (await files()).remove(name);
      return null;
    },
    loadEncoder: async (name, _, signal) => {
      await load(name, signal);
      return null;
    },
    encode: async ({ name, text: given }, _, signal) => {
      const wllama = await load(name, signal);
      try {
        return await vectorOf(wllama, given);
      } catch (error) {
        // What the library does after an error is not known: it begins anew.
        unload();
        throw error instanceof LocalError ? error : new LocalError("unavailable", text.encoderDied);
      }
    },
  };
}

async function loadEncoder(library: Library, wasm: string, file: File, signal: AbortSignal): Promise<Wllama> {
  for (let threads = Math.min(threadsFor(0), mostThreads); ; threads = 1) {
    const wllama = new library({ default: wasm }, { logger: silent, suppressNativeLog: true });
    wllama.setCompat(null); // which it would fetch from elsewhere
    const loading = wllama.loadModel([file], {
      n_threads: threads,
      n_ctx: mostTokens,
      n_batch: mostTokens,
      n_ubatch: mostTokens,
      n_parallel: 1,
      n_gpu_layers: 0,
      embeddings: true,
      pooling_type: "mean",
    });
    try {
      await untilAborted(new Watchdog(quiet, text.loadStalled).watch(loading), signal);
      return wllama;
    } catch (error) {
      loading.catch(() => undefined);
      await wllama.exit();
      // Shared memory may be refused where the same without threads is not.
      if (isAbort(error) || threads === 1) throw isAbort(error) ? error : unloadable(error);
    }
  }
}

/** The vector of a text, or of as much of it as the model reads. */
async function vectorOf(wllama: Wllama, whole: string): Promise<Float32Array> {
  for (let given = cut(whole, mostChars); ; ) {
    try {
      const answer = await new Watchdog(quiet, text.encoderDied).watch(wllama.createEmbedding({ input: given }));
      return unit(answer.data[0]?.embedding ?? []);
    } catch (error) {
      const tokens = tooMany(error);
      if (tokens === null || given.length < 2) throw error;
      given = cut(given, Math.floor((given.length * mostTokens * 0.97) / tokens));
    }
  }
}

/** How many tokens a text had that was refused for its length; null if it was not. */
function tooMany(error: unknown): number | null {
  const said = error instanceof Error ? /\((\d+) tokens\) (?:is too large|exceeds)/.exec(error.message) : null;
  return said === null ? null : Math.max(Number(said[1]), mostTokens + 1);
}

/** The beginning of a text, without half a character at its end. */
function cut(given: string, chars: number): string {
  return given.slice(0, Math.max(chars, 1)).replace(/[\ud800-\udbff]$/, "");
}

function unit(numbers: number[]): Float32Array {
  const length = Math.hypot(...numbers);
  if (!(length > 0)) throw new LocalError("unavailable", text.encoderDied);
  return Float32Array.from(numbers, (one) => one / length);
}

/** The sentences of a model's file speak of models. */
function inOtherWords(error: unknown): unknown {
  if (!(error instanceof LocalError)) return error;
  if (error.code === "not_found") return new LocalError("not_found", text.encoderNotOffered);
  return error.code === "invalid" ? new LocalError("invalid", text.encoderChanged) : error;
}
