// Questions that were asked while nobody could be reached, and wait. The core keeps
// them; this shows them, and lets the reader send or cancel them. When they are sent
// without being asked to is in reach.ts.

import { batch, signal } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { OutboxEvent, WaitingQuestion } from "../core/protocol.gen.js";
import { complain } from "../shared/complain.js";
import { say } from "../shared/toast.js";
import { text } from "../text/en.js";

const words = text.offline.waiting;

/** What waits, oldest first. */
export const waiting = signal<readonly WaitingQuestion[]>([]);

/** The names of the conversations in which something waits, as far as they have any. */
export const waitingNames = signal<ReadonlyMap<string, string>>(new Map());

/** The answer's row of the question that is being sent. */
export const sendingNow = signal<string | null>(null);

/** Whether the reader has asked for it to be sent, and nothing has come of that yet. */
export const sendAsked = signal(false);

export class Outbox {
  private stale = false;
  private loading = false;

  constructor(private readonly client: Client) {}

  /** Something has happened to a question that waits, here or in another tab. */
  receive({ message, state }: OutboxEvent): void {
    sendingNow.value = state === "sending" ? message : null;
    void this.load();
  }

  /** Reads the list anew. */
  async load(): Promise<void> {
    this.stale = true;
    if (this.loading) return;
    this.loading = true;
    try {
      while (this.stale) {
        this.stale = false;
        const { waiting: found } = await this.client.call("outbox.list", {});
        const names = await this.namesOf(found);
        batch(() => {
          waiting.value = found;
          waitingNames.value = names;
        });
      }
    } catch (error) {
      // A history that cannot be read says so elsewhere.
      if (!(error instanceof CoreError)) throw error;
    } finally {
      this.loading = false;
    }
  }

  /** Sends what waits, as far as somebody answers; resolves to whether all of it went. */
  async send(): Promise<boolean> {
    try {
      const { left } = await this.client.call("outbox.send", {});
      return left === 0;
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      return false;
    } finally {
      sendingNow.value = null;
      await this.load();
    }
  }

  /** Sends because the reader says so, and says what comes of it. */
  async sendNow(): Promise<void> {
    if (sendAsked.peek()) return;
    sendAsked.value = true;
    const before = waiting.peek().length;
    try {
      const all = await this.send();
      if (!all && waiting.peek().length >= before) say(words.unreached);
    } finally {
      sendAsked.value = false;
    }
  }

  /** Takes a question out. It stays in its conversation. */
  async cancel(message: string): Promise<void> {
    try {
      await this.client.call("outbox.cancel", { message });
    } catch (error) {
      complain(error);
    }
    await this.load();
  }

  private async namesOf(list: readonly WaitingQuestion[]): Promise<ReadonlyMap<string, string>> {
    const sessions = [...new Set(list.map(({ session }) => session))];
    const names = new Map<string, string>();
    for (const session of sessions) {
      const row = await this.client.call("sessions.get", { session }).catch((error: unknown) => {
        if (!(error instanceof CoreError)) throw error;
        return null;
      });
      if (row?.name) names.set(session, row.name);
    }
    return names;
  }
}
