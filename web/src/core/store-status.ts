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

export const sentences = {
  silent: "Another tab of this page is not answering. Close it, or wait; nothing is lost.",
  opening: "Another tab of this page is still opening the history. Nothing is lost.",
  otherVersion: "Another tab runs another version of this page. Reload that tab.",
  sameNumber: "Two tabs have taken the same number. Try again, or reload this tab.",
};
