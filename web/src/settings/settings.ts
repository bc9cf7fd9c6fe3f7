// How conversations are answered: the layers of settings as the core has them, for the
// conversation that is shown.

import { signal } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { Settings as Layer, Rung, SettingsLayers } from "../core/protocol.gen.js";

/** The layers that can be changed here: for all chats, or for the one that is shown. */
export type LayerName = "user" | "session";

/** Undefined leaves a setting to the layer below. */
type Changes = { [K in keyof Layer]?: Layer[K] | undefined };

export const layers = signal<SettingsLayers | null>(null);

/** Where the value of a setting comes from. */
export function originOf(key: keyof Layer): "session" | "user" | "server" | "default" {
  const all = layers.value;
  if (all?.session[key] !== undefined) return "session";
  if (all?.user[key] !== undefined) return "user";
  return all?.server[key] !== undefined ? "server" : "default";
}

/** The layer that the reader wants to change; a chat that is not there yet has none of its own. */
export const wantedLayer = signal<LayerName>("user");

/** The model whose price the reader wants to set. */
export const priceWanted = signal<string | null>(null);

/** Why the last change was refused, and how many have been: what was typed is not what counts. */
export const refusal = signal<{ words: string; times: number } | null>(null);

export class Settings {
  private session: string | null = null;
  private asking = new AbortController();
  /** Layers that are being written, by their session; that of all chats has no name. */
  private readonly sent = new Map<string, Layer>();

  constructor(private readonly client: Client) {}

  /** Reads the settings of a conversation, or those of a new one. */
  async load(session: string | null): Promise<void> {
    this.session = session;
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
    try {
      layers.value = await this.client.call("settings.get", session === null ? {} : { session }, { signal });
    } catch (error) {
      // The page works without; what keeps the store from answering is in its status.
      if (!(error instanceof CoreError)) throw error;
    }
  }

  /** Reads again what may have been changed elsewhere. */
  begin(): void {
    refusal.value = null;
    void this.load(this.session);
  }

  /**
   * Changes settings of a layer. A layer is written as a whole: what is on its way counts,
   * not what is shown, or one change would take back the one before.
   */
  async change(layer: LayerName, changes: Changes): Promise<void> {
    const { session } = this;
    if (layer === "session" && session === null) return;
    const where = layer === "session" && session !== null ? { session } : {};
    const of = where.session ?? "";
    const settings = defined({ ...(this.sent.get(of) ?? layers.peek()?.[layer]), ...changes });
    this.sent.set(of, settings);
    try {
      refusal.value = null;
      const changed = await this.client.call("settings.set", { settings, ...where });
      if (this.session !== session) return;
      // Without a session in the request the answer knows nothing of this one's.
      if (layer === "session" || session === null) layers.value = changed;
      else await this.load(session);
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      if (error.code !== "cancelled") refusal.value = { words: error.message, times: (refusal.peek()?.times ?? 0) + 1 };
    } finally {
      if (this.sent.get(of) === settings) this.sent.delete(of);
    }
  }

  /** Who answers this chat, or all that begin from now on: a model of a kind, or none. What stands against it goes. */
  choose(name: string, kind: Rung | null): void {
    const layer = this.session === null ? "user" : "session";
    const { answers = "auto" } = layers.peek()?.applied ?? {};
    if (name === "") void this.change(layer, { answers: "none" });
    else void this.change(layer, { model: name, ...(answers === "auto" || answers === kind ? {} : { answers: "auto" }) });
  }
}

function defined(settings: Changes): Layer {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
