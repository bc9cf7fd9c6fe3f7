// The messages that an answer quotes, wherever they are.

import { CoreError } from "../core/client.js";
import type { Source } from "../core/protocol.gen.js";
import type { Places } from "../history/places.js";
import { complain } from "../shared/complain.js";
import { say } from "../shared/toast.js";
import { text } from "../text/en.js";

export class Sources {
  constructor(private readonly places: Places) {}

  /** Leads to a message. */
  async leadTo({ session, message }: Pick<Source, "session" | "message">): Promise<void> {
    if (session === undefined || message === undefined) return;
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
