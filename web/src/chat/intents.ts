import type { Conversation } from "../history/conversation.js";
import type { Erasing } from "../history/erasing.js";
import type { Places } from "../history/places.js";
import type { Documents } from "../documents/documents.js";
import type { FAQ } from "../faq/faq.js";
import type { Memory } from "../memory/memory.js";
import type { Outbox } from "../offline/outbox.js";
import type { Composing } from "./composing.js";
import type { Rating } from "./rating.js";
import type { Sources } from "./sources.js";
import type { Steps } from "./steps.js";
import type { Turns } from "./turns.js";

/** What the views of a chat may ask for. What comes of it is in signals. */
export interface ChatIntents {
  /** Has the chat that is shown ask a source from now on. */
  attach(name: string): void;
  composing: Composing;
  conversation: Conversation;
  documents: Documents;
  erasing: Erasing;
  faq: FAQ;
  memory: Memory;
  outbox: Outbox;
  places: Places;
  rating: Rating;
  sources: Sources;
  steps: Steps;
  turns: Turns;
}
