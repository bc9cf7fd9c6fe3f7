import type { ReadonlySignal } from "@preact/signals";
import type { Host } from "../models/host.js";
import type { Service } from "./service.js";

/** What the card of a new version may ask for. */
export interface UpdateIntents {
  /** Whether an answer is under way in any chat of this tab, which a reload would cut off. */
  answering: ReadonlySignal<boolean>;
  host: Host;
  service: Service;
}
