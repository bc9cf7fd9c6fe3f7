// The browser's own model, where it has one: Chrome's LanguageModel.

import { save, saved } from "../../shared/saved.js";
import { local as text } from "../../text/local.js";
import type { Answered, Backend, Heard, Question } from "./backend.js";
import { LocalError, aborted, isAbort } from "./fault.js";

/** Its name among the models. */
export const builtInModel = "browser-built-in";

// TODO: drop the declarations when TypeScript's library has them.
export type Availability = "unavailable" | "downloadable" | "downloading" | "available";
interface Session {
  promptStreaming(input: string, options: { signal: AbortSignal; responseConstraint?: unknown }): ReadableStream<string>;
  destroy(): void;
  inputUsage?: number;
}
interface LanguageModelFactory {
  availability(options: { expectedOutputs: { type: "text"; languages: string[] }[] }): Promise<Availability>;
  create(options: {
    initialPrompts: { role: string; content: string }[];
    signal: AbortSignal;
    temperature?: number;
    topK?: number;
    monitor?: (monitor: EventTarget) => void;
  }): Promise<Session>;
}

function factory(): LanguageModelFactory | undefined {
  return (globalThis as { LanguageModel?: LanguageModelFactory }).LanguageModel;
}

/** Where it is noted that there is one: asking makes some browsers complain, so it is done when somebody wants a model. */
const foundKey = "built-in-model";
let last: Availability | undefined;

/** Whether there is one, and whether it is ready. */
export async function builtInAvailability(): Promise<Availability> {
  let found: Availability = "unavailable";
  try {
    found = (await factory()?.availability({ expectedOutputs: [{ type: "text", languages: ["en"] }] })) ?? "unavailable";
  } catch {
    // As good as none.
  }
  if (found === "available" || hasBuiltIn()) save(foundKey, found);
  last = found;
  return found;
}

/** Whether one was there when it was last asked for. */
export function hasBuiltIn(): boolean {
  return (last ?? saved(foundKey)) === "available";
}

export const builtIn: Backend = {
  async models() {
    return hasBuiltIn() ? [builtInModel] : [];
  },
  async answer(question, hear, signal) {
    try {
      return await ask(question, hear, signal);
    } catch (error) {
      if (signal.aborted || isAbort(error)) throw aborted();
      throw error instanceof LocalError ? error : new LocalError("upstream", text.builtInFailed);
    }
  },
};

async function ask(question: Question, hear: (heard: Heard) => void, signal: AbortSignal): Promise<Answered> {
  const models = factory();
  const last = question.messages.at(-1);
  if (models === undefined || last === undefined) throw new LocalError("no_model", text.noModel);
  const session = await models.create({
    initialPrompts: question.messages.slice(0, -1),
    signal,
    // The one is wanted with the other.
    ...(question.temperature === undefined ? {} : { temperature: question.temperature, topK: 3 }),
  });
  try {
    const stream = session.promptStreaming(last.content, {
      signal,
      ...(question.schema === undefined ? {} : { responseConstraint: question.schema }),
    });
    // It counts no tokens of its answers: a piece is about one.
    let pieces = 0;
    for await (const piece of stream) {
      pieces++;
      hear({ kind: "text", text: piece });
    }
    return { finish: "stop", promptTokens: session.inputUsage ?? 0, cachedTokens: 0, writtenTokens: pieces, dropped: 0, speed: null };
  } finally {
    session.destroy();
  }
}
