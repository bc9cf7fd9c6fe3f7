// How full the conversation is: what goes along with the next question, by the core's
// count, and the draft on top, counted as it is typed.

import { computed, signal } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { RecalledMessage } from "../core/protocol.gen.js";
import { context } from "../models/next.js";
import { attachments, count, message } from "./state.js";

/** How long changes are gathered before the core is asked, in milliseconds. */
const gather = 40;
/** How long the keyboard rests before the core is asked what the question recalls, in milliseconds. */
const rest = 500;

/** Earlier messages that the question seems to need, as it was when the keyboard last rested. */
export const recalled = signal<{ messages: readonly RecalledMessage[]; tokens: number }>({ messages: [], tokens: 0 });

/** Conversation and draft together; null until both are known. */
export const used = computed(() => (context.value === null || message.value === null ? null : context.value.tokens + message.value));

/**
 * Whether the sum is only near to the truth: the model's encoding is not published, or
 * there are files, which are counted one by one and not as the question they become.
 */
export const estimated = computed(() => count.value?.estimate === true || attachments.value.some(({ progress }) => progress.kind !== "refused"));

/** How much of what a conversation may have is taken; null if that is not known. */
export const share = computed(() => {
  const threshold = context.value?.threshold ?? 0;
  return used.value === null || threshold === 0 ? null : used.value / threshold;
});

/** Whether there are messages that could be condensed: in a new chat, a long question goes along whole. */
export const hasOlder = computed(() => {
  const { messages = 0, condensed = 0, left = 0 } = context.value ?? {};
  return messages + condensed + left > 0;
});

export type Level = "calm" | "amber" | "orange" | "brick";

export const level = computed<Level>(() => {
  const part = share.value ?? 0;
  if (part > 1 && !hasOlder.value) return "calm";
  if (part >= 0.95) return "brick";
  if (part >= 0.85) return "orange";
  return part >= 0.7 ? "amber" : "calm";
});

export class Meter {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = new AbortController();
  private resting: ReturnType<typeof setTimeout> | undefined;
  private recalling = new AbortController();

  constructor(private readonly client: Client) {}

  /** Asks what goes along with a question in a session, or in a new one. */
  update(session: string | null): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(session), gather);
  }

  /** Asks what a question would recall, once the keyboard rests. Where all messages go along there is nothing to recall. */
  recall(session: string | null, question: string): void {
    clearTimeout(this.resting);
    this.recalling.abort();
    const { condensed = 0, left = 0 } = context.peek() ?? {};
    if (session === null || question.trim() === "" || condensed + left === 0) {
      if (recalled.peek().tokens > 0) recalled.value = { messages: [], tokens: 0 };
      return;
    }
    const { signal } = (this.recalling = new AbortController());
    this.resting = setTimeout(() => void this.askRecalled(session, question, signal), rest);
  }

  private async askRecalled(session: string, question: string, signal: AbortSignal): Promise<void> {
    try {
      const { recalled: messages = [], parts = [] } = await this.client.call("turn.context", { session, question }, { signal });
      recalled.value = { messages, tokens: parts.find(({ kind }) => kind === "recalled")?.tokens ?? 0 };
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
