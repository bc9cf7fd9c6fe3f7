import type { StoreOpened } from "./lead.js";

/** How this tab stands to the store. Sentences are for the reader. */
export type StoreStatus =
  | { kind: "starting" }
  /** This worker has the database. A note speaks of a tab of another version. */
  | { kind: "leading"; opened: StoreOpened; note?: string }
  /** Another worker has it, and answers. */
  | { kind: "following"; opened: StoreOpened; note?: string }
  /** Nobody answers. Requests are kept; `since` is in Unix milliseconds. */
  | { kind: "waiting"; reason: string; since: number }
  /** The database could not be opened. Requests are kept, and it is tried again. */
  | { kind: "failed"; message: string };
