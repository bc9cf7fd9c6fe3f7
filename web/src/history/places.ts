// Where the reader was in each conversation, so that coming back leads there again.

import type { Client } from "../core/client.js";
import { go, session as shown, temporary } from "../shared/route.js";
import { type Conversation, type Target } from "./conversation.js";

const keyOf = (session: string) => `burrow.place.${session}`;

export class Places {
  private readonly places = new Map<string, Target | null>();
  private jump: { session: string; target: Target } | null = null;

  constructor(
    private readonly client: Client,
    private readonly conversation: Conversation,
  ) {
    // A reload comes back to the same tab.
    addEventListener("pagehide", () => this.keep());
  }

  /** The first message in sight, and how far below the upper edge it begins; null at the end. */
  note(session: string, target: Target | null): void {
    this.places.set(session, target);
  }

  /** Where to open a session; undefined at its end. */
  of(session: string | null): Target | undefined {
    if (session === null) return undefined;
    const { jump } = this;
    this.jump = null;
    if (jump?.session === session) return jump.target;
    if (!this.places.has(session)) this.places.set(session, kept(session));
    return this.places.get(session) ?? undefined;
  }

  /** How deep a message is on the path that leads to it, which it ends; undefined if it is gone. */
  async depthOf(session: string, message: string): Promise<number | undefined> {
    const { messages } = await this.client.call("messages.path", { session, leaf: message, from: -1, limit: 1 });
    return messages[0]?.depth;
  }

  /** Brings a message into sight, wherever it is. */
  goTo(session: string, message: string, depth: number): void {
    const target: Target = { message, depth, marked: true };
    if (shown.peek() === session) {
      void this.conversation.open(session, target);
    } else {
      this.jump = { session, target };
      go(session);
    }
  }

  private keep(): void {
    const session = shown.peek();
    if (session === null || temporary) return;
    const target = this.places.get(session);
    try {
      if (target === null || target === undefined) sessionStorage.removeItem(keyOf(session));
      else sessionStorage.setItem(keyOf(session), JSON.stringify(target));
    } catch {
      // The conversation then opens at its end.
    }
  }
}

function kept(session: string): Target | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(session)) ?? "null");
    const { message, depth, offset } = Object(value) as Record<string, unknown>;
    if (typeof message !== "string" || typeof depth !== "number" || typeof offset !== "number") return null;
    return { message, depth, offset };
  } catch {
    return null;
  }
}
