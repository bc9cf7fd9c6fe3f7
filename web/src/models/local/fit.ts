// Which messages of a conversation go into a prompt that has to fit the context.
//
// The oldest are left out, after those of the system, which stay. When that happens,
// half of the room is made free at once, and what was left out stays out in the next
// turns: each change at the front of a prompt may mean that all behind it is read again.

import type { Message } from "./backend.js";

export class Fit {
  /** What was left out last, and by how many messages that was. */
  private last = { key: "", count: 0 };

  /** How many of the oldest are left out before anything is known of their tokens. */
  begin(messages: readonly Message[]): number {
    const { key, count } = this.last;
    const rest = conversation(messages);
    return count > 0 && count < rest.length && keyOf(rest.slice(0, count)) === key ? count : 0;
  }

  /**
   * How many to leave out after the prompt, without the first `left` messages, was found
   * to have `tokens`. Null if the last message alone is too long.
   */
  further(messages: readonly Message[], left: number, tokens: number, room: number): number | null {
    const rest = conversation(messages);
    if (left >= rest.length - 1) return null;
    const chars = size(messages.slice(0, messages.length - rest.length)) + size(rest.slice(left));
    const tokensPerChar = tokens / Math.max(chars, 1);
    let excess = (tokens - room / 2) / tokensPerChar;
    let count = left;
    while (count < rest.length - 1 && (excess > 0 || count === left)) {
      excess -= size(rest.slice(count, count + 1));
      count++;
    }
    // An answer without its question says little.
    while (count < rest.length - 1 && rest[count]?.role === "assistant") count++;
    return count;
  }

  /** The prompt without the first `left` messages. */
  cut(messages: readonly Message[], left: number): Message[] {
    const rest = conversation(messages);
    return [...messages.slice(0, messages.length - rest.length), ...rest.slice(left)];
  }

  /** Remembers what was left out, for the conversation's next turn. */
  keep(messages: readonly Message[], left: number): void {
    this.last = { key: keyOf(conversation(messages).slice(0, left)), count: left };
  }
}

/** The messages behind those of the system at the front. */
function conversation(messages: readonly Message[]): readonly Message[] {
  const from = messages.findIndex(({ role }) => role !== "system");
  return from < 0 ? messages.slice(-1) : messages.slice(from);
}

/** Its template's marks count as a few characters. */
function size(messages: readonly Message[]): number {
  return messages.reduce((sum, { content }) => sum + content.length + 16, 0);
}

function keyOf(messages: readonly Message[]): string {
  return JSON.stringify(messages);
}
