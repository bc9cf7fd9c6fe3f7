// What can answer in a browser: a model file in the worker, or the browser's own model.

export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface Question {
  model: string;
  messages: Message[];
  maxTokens: number;
  /** When it was asked, by performance.now(). */
  at: number;
  /** As suits the model, if left out. */
  temperature?: number;
  /** A JSON schema that the answer must keep to. */
  schema?: unknown;
}

/** What is told while an answer is made. */
export type Heard =
  /** Bytes of the model's file. */
  | { kind: "loading"; done: number; of: number }
  | { kind: "loaded"; name: string; threads: number; contextSize: number }
  /** Tokens of the prompt that have been read, of those there are. */
  | { kind: "reading"; read: number; of: number }
  | { kind: "text"; text: string };

/** How an answer came about. Tokens are the model's own. */
export interface Answered {
  finish: "stop" | "length";
  promptTokens: number;
  /** Of the prompt, known from the turn before and not read again. */
  cachedTokens: number;
  writtenTokens: number;
  /** Messages that were left out, the oldest, because the context is too small. */
  dropped: number;
  /** Measured in this answer; null where nothing was measured. */
  speed: Speed | null;
}

export interface Speed {
  readTokensPerSecond: number;
  readCharsPerSecond: number;
  writtenTokensPerSecond: number;
}

export interface Backend {
  /** The names of the models that can be asked now. */
  models(): Promise<string[]>;
  /** One that is on its way, "" if it has no name yet; null if none is. */
  soon?(): string | null;
  answer(question: Question, hear: (heard: Heard) => void, signal: AbortSignal): Promise<Answered>;
}
