// The messages that an answer quotes, wherever they are.

import { CoreError } from "./client.js";
import type { Places } from "./places.js";
import type { Source } from "./protocol.gen.js";
import { complain } from "./sessions.js";
import { text } from "./text/en.js";
import { say } from "./toast.js";

export class Sources {
  constructor(private readonly places: Places) {}

  /** Leads to a message. */
  async leadTo({ session, message }: Source): Promise<void> {
    try {
      const depth = await this.places.depthOf(session, message);
      if (depth === undefined) say(text.models.sources.gone);
      else this.places.goTo(session, message, depth);
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      if (error.code === "not_found") say(text.models.sources.gone);
      else complain(error);
    }
  }
}
