// A loaded model: llama.cpp in WebAssembly, by way of wllama.
//
// The library keeps what it has read of a conversation. A prompt that begins as the
// last one did is read from where they differ; one of which messages at the front were
// left out is shifted in place (n_cache_reuse). Prompts are read in small batches:
// between them it can be stopped, and says how far it is.

import type { ChatCompletionChunk, Wllama, WllamaLogger } from "@wllama/wllama/esm/index.min.js";
import { local as text } from "../../text/local.js";
import type { Answered, Heard, Message, Question } from "./backend.js";
import { LocalError, aborted, isAbort } from "./fault.js";
import { Fit } from "./fit.js";
import { grammarOf } from "./grammar.js";
import { Repeats } from "./repeats.js";
import { Watchdog } from "./watchdog.js";

/** Tokens that are read between two looks at whether to stop. */
const batch = 32;
/** Runs of tokens that are kept when something in front of them is left out. */
const reuse = 32;
const quietLoad = 60_000;
/** A batch may take many seconds on a slow device. */
const quietAnswer = 120_000;

/**
 * Small models are right most often where they are surest, so the likeliest word is
 * taken. Asked the same again, which wants another answer, they get some freedom.
 */
const likeliest = 0;
const another = 0.6;
/** Words that would go on with a run of words that was written before are made unlikely. */
const unrepeated = { dry_multiplier: 0.8, dry_base: 1.75, dry_allowed_length: 3, dry_penalty_last_n: 256 };

/** The library says much; what matters comes back as an error. */
export const silent: WllamaLogger = { debug() {}, log() {}, warn() {}, error() {} };

/** A prompt that does not fit. */
class Unfit extends Error {
  constructor(readonly tokens: number) {
    super();
  }
}

/** What runs models: wllama, or what a test puts in its place. */
export type Library = new (...given: ConstructorParameters<typeof Wllama>) => Wllama;

export interface EngineOptions {
  wasm: string;
  threads: number;
  contextSize: number;
}

export class Engine {
  private readonly fit = new Fit();
  /** What was answered last, if only by a word. */
  private answered = "";
  private constructor(
    private readonly wllama: Wllama,
    readonly threads: number,
    readonly contextSize: number,
  ) {}

  /** Loads a file; tells how many of its bytes have been read. */
  static async load(library: Library, file: File, options: EngineOptions, read: (bytes: number) => void, signal: AbortSignal): Promise<Engine> {
    const wllama = new library({ default: options.wasm }, { logger: silent, suppressNativeLog: true });
    wllama.setCompat(null); // which it would fetch from elsewhere
    const dog = new Watchdog(quietLoad, text.loadStalled);
    const loading = wllama.loadModel([counted(file, (bytes) => (dog.pat(), read(bytes)))], {
      n_threads: options.threads,
      n_ctx: options.contextSize,
      n_batch: batch,
      n_ubatch: batch,
      n_parallel: 1,
      n_gpu_layers: 0,
      n_cache_reuse: reuse,
      jinja: true,
      skip_chat_parsing: true,
      reasoning_format: "none",
    });
    try {
      await untilAborted(dog.watch(loading), signal);
      if (!wllama.isModelLoaded()) throw new LocalError("no_model", text.cannotLoad);
      return new Engine(wllama, wllama.getNumThreads(), wllama.getLoadedContextInfo().n_ctx || options.contextSize);
    } catch (error) {
      loading.catch(() => undefined);
      await wllama.exit();
      throw error;
    }
  }

  close(): void {
    void this.wllama.exit();
  }

  async answer(question: Question, hear: (heard: Heard) => void, signal: AbortSignal): Promise<Answered> {
    const { messages } = question;
    const reserve = Math.min(question.maxTokens, Math.floor(this.contextSize / 4));
    const room = this.contextSize - reserve;
    const grammar = question.schema === undefined ? undefined : grammarOf(question.schema);
    const asked = JSON.stringify(messages);
    const warmth = question.temperature ?? (asked === this.answered ? another : likeliest);
    const listen = (heard: Heard) => {
      if (heard.kind === "text") this.answered = asked;
      hear(heard);
    };
    let left = this.fit.begin(messages);
    for (;;) {
      try {
        const answered = await this.attempt(this.fit.cut(messages, left), { ...question, temperature: warmth }, grammar, room, listen, signal);
        this.fit.keep(messages, left);
        return { ...answered, dropped: left };
      } catch (error) {
        if (!(error instanceof Unfit)) throw error;
        const further = this.fit.further(messages, left, error.tokens, room);
        if (further === null) throw new LocalError("too_large", text.tooLong(error.tokens, room));
        left = further;
      }
    }
  }

  private async attempt(
    messages: Message[],
    question: Question & { temperature: number },
    grammar: string | undefined,
    room: number,
    hear: (heard: Heard) => void,
    signal: AbortSignal,
  ): Promise<Omit<Answered, "dropped">> {
    const stop = new AbortController();
    const stopped = () => stop.abort();
    signal.addEventListener("abort", stopped);
    if (signal.aborted) stop.abort();
    const dog = new Watchdog(quietAnswer, text.stalled);
    let unfit: Unfit | undefined;
    let last: ChatCompletionChunk | undefined;
    let finish: "stop" | "length" = "stop";
    let enough = false;
    const repeats = new Repeats((said) => hear({ kind: "text", text: said }));
    const take = (chunk: ChatCompletionChunk) => {
      dog.pat();
      last = chunk;
      const progress = chunk.prompt_progress;
      if (progress !== undefined && progress.total > room) {
        unfit = new Unfit(progress.total);
        stop.abort();
        return;
      }
      if (progress !== undefined) hear({ kind: "reading", read: progress.processed, of: progress.total });
      const choice = chunk.choices[0];
      const piece = choice?.delta.content;
      if (typeof piece === "string" && !enough) {
        if (grammar !== undefined) hear({ kind: "text", text: piece });
        else if (!repeats.take(piece)) {
          enough = true;
          stop.abort();
        }
      }
      if (choice?.finish_reason === "length") finish = "length";
    };
    try {
      await dog.watch(
        this.wllama.createChatCompletion({
          messages,
          max_tokens: question.maxTokens,
          temperature: question.temperature,
          top_p: 0.9,
          min_p: 0.1,
          ...(grammar === undefined ? unrepeated : { grammar }),
          stream: true,
          stream_options: { include_usage: true },
          cache_prompt: true,
          return_progress: true,
          timings_per_token: true,
          abortSignal: stop.signal,
          onData: take,
        }),
      );
      repeats.end();
    } catch (error) {
      if (!enough || signal.aborted) throw unfit ?? failure(error, signal);
    } finally {
      signal.removeEventListener("abort", stopped);
    }
    return { finish, ...measured(last, messages) };
  }
}

/** What the last chunk says of tokens and times. */
function measured(last: ChatCompletionChunk | undefined, messages: Message[]): Omit<Answered, "dropped" | "finish"> {
  const usage = last?.usage;
  const timings = last?.timings;
  const promptTokens = usage?.prompt_tokens ?? 0;
  const chars = messages.reduce((sum, { content }) => sum + content.length, 0);
  return {
    promptTokens,
    cachedTokens: timings?.cache_n ?? 0,
    writtenTokens: usage?.completion_tokens ?? 0,
    speed:
      timings === undefined || promptTokens === 0
        ? null
        : {
            readTokensPerSecond: timings.prompt_per_second,
            readCharsPerSecond: (timings.prompt_per_second * chars) / promptTokens,
            writtenTokensPerSecond: timings.predicted_per_second,
          },
  };
}

function failure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || isAbort(error)) return aborted();
  if (!(error instanceof Error) || error instanceof LocalError) return error;
  const tooLong = /request \((\d+) tokens\) exceeds/.exec(error.message);
  return tooLong === null ? error : new Unfit(Number(tooLong[1]));
}

/** What the library's errors mean for the user. */
export function unloadable(error: unknown): Error {
  if (error instanceof LocalError) return error;
  const says = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  if (/memory|alloc|RangeError|OOM/i.test(says)) return new LocalError("too_large", text.outOfMemory);
  if (/SIMD|exception handling|Suspending|i64|CompileError/i.test(says)) return new LocalError("no_model", text.oldBrowser);
  return new LocalError("no_model", text.cannotLoad);
}

/** The same file, that tells up to where it has been read. */
function counted(file: File, read: (bytes: number) => void): File {
  let furthest = 0;
  Object.defineProperty(file, "slice", {
    value(this: File, start?: number, end?: number, type?: string): Blob {
      // The header is read at the beginning, and its end looks for a mark of pictures.
      furthest = Math.max(furthest, Math.min(end ?? this.size, this.size));
      read(furthest);
      return Blob.prototype.slice.call(this, start, end, type);
    },
  });
  return file;
}

export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw aborted();
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(aborted());
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
