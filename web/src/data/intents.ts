import type { Host } from "../models/host.js";

/** What the views of the database may ask for. */
export interface DataIntents {
  host: Host;
  /** Asks a question in the chat that is shown, or in a new one. */
  ask(question: string): void;
}
