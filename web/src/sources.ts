// The messages that an answer quotes, wherever they are.

import { type Client, CoreError } from "./client.js";
import type { Places } from "./places.js";
import type { Source } from "./protocol.gen.js";
import { complain } from "./sessions.js";
import { text } from "./text/en.js";
import { say } from "./toast.js";

export class Sources {
  constructor(
    private readonly client: Client,
    private readonly places: Places,
  ) {}

  /** Leads to a message. */
  async leadTo({ session, message }: Source): Promise<void> {
    try {
      // A message ends the path that leads to it.
      const { messages } = await this.client.call("messages.path", { session, leaf: message, from: -1, limit: 1 });
      const depth = messages[0]?.depth;
      if (depth === undefined) say(text.models.sources.gone);
      else this.places.goTo(session, message, depth);
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      if (error.code === "not_found") say(text.models.sources.gone);
      else complain(error);
    }
  }
}
