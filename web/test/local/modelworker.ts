// The model worker with a library that runs no model: it asks the test what is to happen,
// and says the question back. The worker around it is the real one.

import type { ChatCompletionParams, Wllama } from "@wllama/wllama/esm/index.min.js";
import { serveModels } from "../../src/models/local/serve.js";

/** What the test may say, at "load" and in the middle of an "answer". */
export type Order =
  | "go on"
  /** What WebAssembly does when it can do nothing else. */
  | "trap"
  /** Nothing happens, for longer than anybody waits. */
  | "silence";

// Time-outs of a minute and more end when there is silence, and not before.
const long = 60_000;
const waiting = new Map<number, () => void>();
const { setTimeout: begin, clearTimeout: end } = self;
let lastTimer = -1;
self.setTimeout = ((work: () => void, milliseconds: number, ...given: unknown[]) => {
  if (milliseconds < long) return begin(work, milliseconds, ...given);
  waiting.set(--lastTimer, work);
  return lastTimer;
}) as typeof self.setTimeout;
self.clearTimeout = (timer) => (waiting.delete(timer as number) ? undefined : end(timer));

async function obey(where: "load" | "answer", signal?: AbortSignal): Promise<void> {
  const order = (await (await fetch(`/test-model/${where}`, signal === undefined ? {} : { signal })).text()) as Order;
  if (order === "trap") throw new WebAssembly.RuntimeError("unreachable");
  if (order === "go on") return;
  for (const work of waiting.values()) work();
  await new Promise(() => undefined);
}

/** What words mean the same to the library's encoder, and to nobody else. */
const meanings = [["zibbet", "quorlin"], ["weather", "week"]];

class Obedient implements Wllama {
  private loaded = false;

  setCompat(): void {}

  async loadModel([file]: Blob[]): Promise<void> {
    await file?.slice(0, file.size).arrayBuffer();
    await obey("load");
    this.loaded = true;
  }

  isModelLoaded(): boolean {
    return this.loaded;
  }

  getNumThreads(): number {
    return 1;
  }

  getLoadedContextInfo(): { n_ctx: number } {
    return { n_ctx: 4096 };
  }

  async createChatCompletion({ messages, onData, abortSignal }: ChatCompletionParams): Promise<void> {
    if (!this.loaded) throw new Error("there is no model");
    const say = (content: string, finish: string | null = null) => onData({ choices: [{ delta: { content }, finish_reason: finish }] });
    say("You said: ");
    await obey("answer", abortSignal);
    say(messages.at(-1)?.content ?? "");
    onData({ choices: [{ delta: {}, finish_reason: "stop" }], usage: { prompt_tokens: 20, completion_tokens: 5 } });
  }

  /** Words point the way of what they mean, by a table: see meanings. */
  async createEmbedding({ input }: { input: string }): Promise<{ data: { embedding: number[] }[] }> {
    if (!this.loaded) throw new Error("there is no model");
    const words = input.toLowerCase().match(/[a-z]+/g) ?? [];
    const embedding = meanings.map((same) => words.filter((word) => same.includes(word)).length);
    return { data: [{ embedding: [...embedding, 0.1] }] };
  }

  async exit(): Promise<void> {
    this.loaded = false;
  }
}

serveModels(Obedient);
