import type { Session } from "../core/protocol.gen.js";
import type { Places } from "./places.js";
import type { Search } from "./search.js";
import type { Sessions } from "./sessions.js";
import type { Tags } from "./tags.js";

/** What the list of chats, the search and the tags may ask for. */
export interface HistoryIntents {
  places: Places;
  search: Search;
  sessions: Sessions;
  tags: Tags;
  /** Shows what is remembered of the chat that is shown. */
  showRemembered(): void;
  /** Prints a chat, all of it. */
  print(session: Session): void;
}
