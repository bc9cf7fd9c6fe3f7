// What an answer quotes: messages, wherever they are, places in documents, and the FAQ.

import { CoreError } from "../core/client.js";
import type { Source } from "../core/protocol.gen.js";
import { openDocument, placeIn } from "../documents/opened.js";
import { openPair } from "../faq/faq.js";
import type { Places } from "../history/places.js";
import { complain } from "../shared/complain.js";
import { say } from "../shared/toast.js";
import { text } from "../text/en.js";

/** The number that a source has in its answer. */
export function numberOf({ number }: Source, index: number): number {
  return number ?? index + 1;
}

/** Whether a source leads somewhere. */
export function leads({ id, kind, session }: Source): boolean {
  return session !== undefined || kind === "faq" || placeIn(id) !== null;
}

export class Sources {
  constructor(private readonly places: Places) {}

  /** Leads to where a source stands: opens a document or the FAQ, or goes to a message. The keyboard goes back to what was pressed; `gone` is what is said of a message that is not there. */
  async leadTo({ id, kind, name, session, message }: Source, by: HTMLElement, gone: string = text.models.sources.gone): Promise<void> {
    const place = placeIn(id);
    if (place !== null) return openDocument({ uid: place.uid, name }, place.piece, by);
    if (kind === "faq" && id !== undefined) return openPair(id);
    if (session === undefined || message === undefined) return;
    try {
      const depth = await this.places.depthOf(session, message);
      if (depth === undefined) say(gone);
      else this.places.goTo(session, message, depth);
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      if (error.code === "not_found") say(gone);
      else complain(error);
    }
  }
}
