// Reads what the core sends. Frames and events are checked member by member: what
// cannot be read is to be said and not guessed. Results have the type that Methods
// gives for them and are not looked into.

import { codes } from "./protocol.gen.js";
import type { Answer, Code, CondenseEvent, CoreEvent, FromCore, Problem } from "./protocol.gen.js";

/** Returns null for what is not a frame. */
export function decode(data: unknown): FromCore | null {
  if (typeof data !== "string") return null;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const { kind, id, version, result, code, message, detail } = value;
  switch (kind) {
    case "ready":
      return typeof version === "string" ? { kind, version } : null;
    case "result":
      return typeof id === "number" ? { kind, id, result } : null;
    case "error":
      return typeof id === "number" && isCode(code) && typeof message === "string" ? { kind, id, code, message } : null;
    case "event": {
      const event = decodeEvent(value["event"]);
      return typeof id === "number" && event !== null ? { kind, id, event } : null;
    }
    case "crash":
      return typeof message === "string" && typeof detail === "string" ? { kind, message, detail } : null;
    default:
      return null;
  }
}

function decodeEvent(value: unknown): CoreEvent | null {
  if (!isObject(value)) return null;
  const { kind, session, question, message, model, text, channel, call, name, problem } = value;
  switch (kind) {
    case "progress": {
      const { done, total } = value;
      return typeof done === "number" && typeof total === "number" ? { kind, done, total } : null;
    }
    case "changed": {
      const { sessions } = value;
      return isList(sessions) ? { kind, sessions } : null;
    }
    case "waiting": {
      const { ahead } = value;
      return typeof ahead === "number" ? { kind, ahead } : null;
    }
    case "started": {
      const named = typeof session === "string" && typeof question === "string" && typeof message === "string";
      if (!named || typeof model !== "string" || !isMaybeText(text)) return null;
      return { kind, session, question, message, model, ...(text === undefined ? {} : { text }) };
    }
    case "retrying": {
      const { attempt, wait } = value;
      if (typeof attempt !== "number" || typeof wait !== "number" || typeof message !== "string") return null;
      return { kind, attempt, wait, message };
    }
    case "token":
      if ((channel !== "answer" && channel !== "reasoning") || typeof text !== "string") return null;
      return { kind, channel, text };
    case "tool_start":
      return typeof call === "string" && typeof name === "string" ? { kind, call, name } : null;
    case "tool_end": {
      const { took } = value;
      if (typeof call !== "string" || typeof name !== "string" || typeof took !== "number" || !isMaybeText(problem)) return null;
      return { kind, call, name, took, ...(problem === undefined ? {} : { problem }) };
    }
    case "condense":
      return condenseOf(value);
    case "complete": {
      const stats = answerOf(value["stats"]);
      return stats === null ? null : { kind, stats };
    }
    case "error": {
      const found = problemOf(problem);
      return found === null ? null : { kind, problem: found };
    }
    default:
      return null;
  }
}

const condenseStates: readonly unknown[] = ["started", "retried", "done", "failed", "stopped"] satisfies CondenseEvent["state"][];

function condenseOf(value: Record<string, unknown>): CondenseEvent | null {
  const { session, state, messages, tokensBefore, tokensAfter, message } = value;
  if (typeof session !== "string" || !condenseStates.includes(state) || !isMaybeText(message)) return null;
  return [messages, tokensBefore, tokensAfter].every(isMaybeNumber) ? (value as unknown as CondenseEvent) : null;
}

/** What is kept with an answer; null for what is none. A message from elsewhere may have other metadata. */
export function answerOf(value: unknown): Answer | null {
  if (!isObject(value)) return null;
  const { turn, model, provider, finish, reasoning, attempts, cost } = value;
  if (![turn, model, provider, finish, reasoning].every(isMaybeText)) return null;
  if (![attempts, cost].every(isMaybeNumber)) return null;
  if (![value["usage"], value["timings"]].every(isMaybeFigures) || !isMaybeSent(value["sent"])) return null;
  if (value["problem"] !== undefined && problemOf(value["problem"]) === null) return null;
  return value as Answer;
}

function problemOf(value: unknown): Problem | null {
  if (!isObject(value)) return null;
  const { code, message, step, retryAfter } = value;
  if (!isCode(code) || typeof message !== "string" || !isMaybeText(step)) return null;
  if (!isMaybeNumber(retryAfter)) return null;
  return value as unknown as Problem;
}

/** What was sent is figures, beside its parts and the names of what was recalled. */
function isMaybeSent(value: unknown): boolean {
  if (!isObject(value)) return value === undefined;
  const { parts = [], recalled = [], ...figures } = value;
  return isMaybeFigures(figures) && isList(recalled) && Array.isArray(parts) && parts.every(isPart);
}

function isPart(value: unknown): boolean {
  return isObject(value) && typeof value["kind"] === "string" && typeof value["tokens"] === "number" && isMaybeNumber(value["messages"]);
}

function isMaybeFigures(value: unknown): boolean {
  return value === undefined || (isObject(value) && Object.values(value).every((figure) => typeof figure === "number" || typeof figure === "boolean"));
}

function isMaybeText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function isMaybeNumber(value: unknown): value is number | undefined {
  return value === undefined || typeof value === "number";
}

function isList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isCode(value: unknown): value is Code {
  return codes.some((code) => code === value);
}
