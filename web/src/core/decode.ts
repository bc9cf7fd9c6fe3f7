// Reads what the core sends. Frames and events are checked member by member: what
// cannot be read is to be said and not guessed. Results have the type that Methods
// gives for them and are not looked into.

import { codes } from "./protocol.gen.js";
import type { Answer, Clarify, Code, CondenseEvent, CoreEvent, Feedback, FellEvent, FromCore, Length, OutboxEvent, Problem, Role, Understood } from "./protocol.gen.js";

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
    case "reading": {
      const { what, done, of } = value;
      return (what === "loading" || what === "reading") && typeof done === "number" && typeof of === "number" ? { kind, what, done, of } : null;
    }
    case "fell": {
      const { rung } = value;
      if (typeof message !== "string" || !isRung(rung) || !isMaybeText(model)) return null;
      return { kind, message, rung, ...(model === undefined ? {} : { model }) };
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
    case "outbox": {
      const { state, left } = value;
      const named = typeof session === "string" && typeof message === "string";
      return named && isOutboxState(state) && typeof left === "number" ? { kind, session, message, state, left } : null;
    }
    case "understanding": {
      const { asking, understood } = value;
      if (!isMaybeText(asking) || (understood !== undefined && !isUnderstood(understood))) return null;
      return { kind, ...(asking === undefined ? {} : { asking }), ...(understood === undefined ? {} : { understood }) };
    }
    case "clarify": {
      const { clarify } = value;
      return typeof message === "string" && isClarify(clarify) ? { kind, message, clarify } : null;
    }
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

const outboxStates: readonly unknown[] = ["waiting", "sending", "sent", "failed", "cancelled"] satisfies OutboxEvent["state"][];

function isOutboxState(value: unknown): value is OutboxEvent["state"] {
  return outboxStates.includes(value);
}

const roles: readonly unknown[] = ["system", "user", "assistant", "tool"] satisfies Role[];
const rungs: readonly unknown[] = ["remote", "machine", "browser", "none", "auto"] satisfies FellEvent["rung"][];

function isRung(value: unknown): value is FellEvent["rung"] {
  return rungs.includes(value);
}

const lengths: readonly unknown[] = ["shorter", "longer"] satisfies Length[];

/** What is kept with an answer; null for what is none. A message from elsewhere may have other metadata. */
export function answerOf(value: unknown): Answer | null {
  if (!isObject(value)) return null;
  const { turn, model, provider, finish, reasoning, attempts, cost, waiting } = value;
  if (![turn, model, provider, finish, reasoning].every(isMaybeText)) return null;
  if (![attempts, cost].every(isMaybeNumber) || (waiting !== undefined && typeof waiting !== "boolean")) return null;
  if (![value["usage"], value["timings"]].every(isMaybeFigures) || !isMaybeSent(value["sent"])) return null;
  if (value["problem"] !== undefined && problemOf(value["problem"]) === null) return null;
  if (!isMaybeText(value["fell"]) || (value["rung"] !== undefined && !isRung(value["rung"])) || !isMaybeListOf(value["sources"], isSource)) return null;
  const { understood, clarify, length, feedback } = value;
  if ((length !== undefined && !lengths.includes(length)) || (feedback !== undefined && !isFeedback(feedback))) return null;
  if ((understood !== undefined && !isUnderstood(understood)) || (clarify !== undefined && !isClarify(clarify))) return null;
  return value as Answer;
}

function isSource({ session, message, name, role, at }: Record<string, unknown>): boolean {
  return [session, message, name].every((entry) => typeof entry === "string") && roles.includes(role) && typeof at === "number";
}

function isFeedback(value: unknown): value is Feedback {
  return isObject(value) && typeof value["up"] === "boolean" && isMaybeText(value["reason"]);
}

function isUnderstood(value: unknown): value is Understood {
  if (!isObject(value) || !isMaybeFigures(value["usage"])) return false;
  const of = (...names: (keyof Understood)[]) => names.map((name) => value[name]);
  return (
    of("score", "ambiguity", "confidence").every((figure) => typeof figure === "number") &&
    of("route", "composition").every((entry) => typeof entry === "string") &&
    of("as", "by", "problem", "routeReason", "domain", "action", "context", "choice").every(isMaybeText) &&
    of("followup", "ambiguous").every((entry) => entry === undefined || typeof entry === "boolean") &&
    isMaybeNumber(value["took"]) &&
    of("interpretations", "questions", "needs", "reasons").every((list) => list === undefined || isList(list)) &&
    isMaybeListOf(value["references"], ({ text, rule, entities }) => typeof text === "string" && isMaybeText(rule) && isList(entities)) &&
    isMaybeListOf(value["filters"], ({ field, value }) => typeof field === "string" && typeof value === "string") &&
    isMaybeListOf(value["facts"], ({ unit, ...rest }) => isMaybeText(unit) && [rest["kind"], rest["text"], rest["value"]].every((entry) => typeof entry === "string"))
  );
}

function isClarify(value: unknown): value is Clarify {
  if (!isObject(value) || typeof value["question"] !== "string" || typeof value["point"] !== "string") return false;
  return value["choices"] !== undefined && isMaybeListOf(value["choices"], ({ text, as }) => typeof text === "string" && typeof as === "string");
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

function isMaybeListOf(value: unknown, is: (entry: Record<string, unknown>) => boolean): boolean {
  return value === undefined || (Array.isArray(value) && value.every((entry) => isObject(entry) && is(entry)));
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
