// What the core knows of models: what they hold and cost.

import { signal } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { ModelAbout } from "../core/protocol.gen.js";

/** By their ids, as far as somebody has asked. */
export const abouts = signal<ReadonlyMap<string, ModelAbout>>(new Map());

export class Abouts {
  constructor(private readonly client: Client) {}

  /** Asks about models, by the prices of a session, or of all. */
  async read(models: string[], session: string | null): Promise<void> {
    try {
      const { models: known } = await this.client.call("models.about", { models, ...(session === null ? {} : { session }) });
      abouts.value = new Map(models.flatMap((name, i) => (known[i] === undefined ? [] : [[name, known[i]]])));
    } catch (error) {
      // Names alone will do.
      if (!(error instanceof CoreError)) throw error;
    }
  }
}
