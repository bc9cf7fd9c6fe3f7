// What is sent with the next question: by the core's own trial of it, made again whenever the
// keyboard rests, and the draft on top, counted as it is typed.

import { computed, signal } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { Context, Methods } from "../core/protocol.gen.js";
import { context } from "../models/next.js";
import { count, message, reading } from "./state.js";

/** How long changes are gathered before the core is asked, in milliseconds. */
const gather = 40;
/** How long the keyboard rests before the core tries the question, in milliseconds. */
const rest = 500;

/** What would be sent with the question as it was when the keyboard last rested; null without one. */
export const tried = signal<Context | null>(null);

/** Earlier messages that the question seems to need. */
export const recalled = computed(() => ({ messages: tried.value?.recalled ?? [], tokens: tokensOf("recalled") }));

/** The tokens of a part of what would be sent. */
export function tokensOf(kind: string): number {
  return tried.value?.parts?.find((part) => part.kind === kind)?.tokens ?? 0;
}

/** All that is sent, the draft with it; null until both are known. */
export const used = computed(() => {
  const now = tried.value ?? context.value;
  return now === null || message.value === null ? null : now.sent + message.value;
});

/** Whether the sum is only near to the truth: the model's encoding is not published, or a file is still read. */
export const estimated = computed(() => count.value?.estimate === true || reading.value.length > 0);

/** How far the conversation is on the way to being condensed; null if that is not known. */
export const share = computed(() => {
  const { threshold = 0, tokens = 0 } = context.value ?? {};
  return message.value === null || threshold === 0 ? null : (tokens + message.value) / threshold;
});

/** Whether there are messages that could be condensed: in a new chat, a long question goes along whole. */
export const hasOlder = computed(() => {
  const { messages = 0, condensed = 0, left = 0 } = context.value ?? {};
  return messages + condensed + left > 0;
});

export type Level = "calm" | "amber" | "orange" | "brick";

export const level = computed<Level>(() => {
  const part = share.value ?? 0;
  const window = context.value?.window ?? 0;
  if (window > 0 && (used.value ?? 0) > window) return "brick";
  if (part > 1 && !hasOlder.value) return "calm";
  if (part >= 0.95) return "brick";
  if (part >= 0.85) return "orange";
  return part >= 0.7 ? "amber" : "calm";
});

export class Meter {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = new AbortController();
  private resting: ReturnType<typeof setTimeout> | undefined;
  private trying = new AbortController();
  private triedIn: string | null = null;

  constructor(private readonly client: Client) {}

  /** Asks what goes along with a question in a session, or in a new one. */
  update(session: string | null): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(session), gather);
  }

  /** Tries a question once the keyboard rests: what it recalls, and what reading it costs. */
  try(session: string | null, question: string, documents: readonly string[]): void {
    clearTimeout(this.resting);
    this.trying.abort();
    // What was tried in another chat says nothing of this one.
    if (question.trim() === "" || session !== this.triedIn) tried.value = null;
    this.triedIn = session;
    if (question.trim() === "") return;
    const { signal } = (this.trying = new AbortController());
    this.resting = setTimeout(() => void this.askTried({ ...(session === null ? {} : { session }), question, documents: [...documents] }, signal), rest);
  }

  private async askTried(what: Methods["turn.context"]["params"], signal: AbortSignal): Promise<void> {
    try {
      tried.value = await this.client.call("turn.context", what, { signal });
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
    }
  }

  private async ask(session: string | null): Promise<void> {
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
    try {
      context.value = await this.client.call("turn.context", session === null ? {} : { session }, { signal });
    } catch (error) {
      // The meter keeps what it had; a store that does not answer is said elsewhere.
      if (!(error instanceof CoreError)) throw error;
    }
  }
}
