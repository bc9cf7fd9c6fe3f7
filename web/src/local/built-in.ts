// The browser's own model, where it has one: Chrome's LanguageModel.

import { local as text } from "../text/local.js";
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
  availability(): Promise<Availability>;
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

/** Whether there is one, and whether it is ready. */
export async function builtInAvailability(): Promise<Availability> {
  try {
    return (await factory()?.availability()) ?? "unavailable";
  } catch {
    return "unavailable";
  }
}

export const builtIn: Backend = {
  async models() {
    return (await builtInAvailability()) === "available" ? [builtInModel] : [];
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
    temperature: question.temperature,
    topK: 3, // wanted together with a temperature
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
