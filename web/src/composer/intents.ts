import type { ReadonlySignal } from "@preact/signals";
import type { Documents } from "../documents/documents.js";
import type { PickerIntents } from "../models/intents.js";
import type { Entry, Own } from "./entries.js";
import type { Files } from "./files.js";

/** What the composer may ask for. It knows nothing of turns: who does hands these in. */
export interface ComposerIntents {
  files: Files;
  documents: Documents;
  /** Whether an answer is under way in the chat that is shown. */
  answering: ReadonlySignal<boolean>;
  /** Sends the draft. */
  send(): void;
  /** Ends the answer that is under way. */
  stop(): void;
  /** Begins to edit the last question; returns false if there is none. */
  editLast(): boolean;
  models: PickerIntents;
  /** What the answers of the chat that is shown have cost, in dollars. */
  spent(signal: AbortSignal): Promise<number>;
  /** Leads to an earlier message of this chat. */
  seek(message: string): void;
  /** What can be chosen while writing: commands behind "/", models behind "@", sources behind "#". */
  suggest(kind: SuggestionKind, own: Own): readonly Entry[];
  /** Has the chat that is shown ask a source, or no longer ask it. */
  attach(name: string, attached: boolean): void;
}

export type SuggestionKind = "commands" | "models" | "sources";
