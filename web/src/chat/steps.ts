// The steps of a turn, as checkpoints keep them, and branches that begin at one.

import { type Client, newKey } from "../core/client.js";
import type { Checkpoint, Session } from "../core/protocol.gen.js";

export class Steps {
  constructor(
    private readonly client: Client,
    private readonly onForked: (session: Session) => void,
  ) {}

  /** The steps that led to an answer, first to last. */
  async list(message: string, signal: AbortSignal): Promise<Checkpoint[]> {
    const { checkpoints } = await this.client.call("checkpoints.list", { message }, { signal });
    return checkpoints.toReversed();
  }

  /** Begins a new chat that has everything up to a message. */
  async inNewChat(message: string): Promise<void> {
    this.onForked(await this.client.call("sessions.branch", { message, key: newKey() }));
  }

  /** Begins a new branch at a step. */
  async branch(checkpoint: string): Promise<void> {
    this.onForked(await this.client.call("checkpoints.fork", { checkpoint, key: newKey() }));
  }
}
