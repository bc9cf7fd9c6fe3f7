import type { ChatIntents } from "../chat/intents.js";
import type { ComposerIntents } from "../composer/intents.js";
import type { DataIntents } from "../data/intents.js";
import type { FAQ } from "../faq/faq.js";
import type { Library } from "../documents/library.js";
import type { HistoryIntents } from "../history/intents.js";
import type { MemoryIntents } from "../memory/intents.js";
import type { ModelsIntents } from "../models/intents.js";
import type { UpdateIntents } from "../offline/intents.js";
import type { Outbox } from "../offline/outbox.js";
import type { Decode } from "../pieces/pieces.js";
import type { Settings } from "../settings/settings.js";
import type { StorageIntents } from "../storage/intents.js";
import type { Temporary } from "../temporary/temporary.js";

/** What the views may ask for, by the folder that declares it. What comes of it is in signals. */
export interface Intents {
  chat: ChatIntents;
  composer: ComposerIntents;
  data: DataIntents;
  faq: FAQ;
  history: HistoryIntents;
  library: Library;
  memory: MemoryIntents;
  models: ModelsIntents;
  outbox: Outbox;
  settings: Settings;
  storage: StorageIntents;
  temporary: Temporary;
  update: UpdateIntents;
  /** Tells what one token of the pieces shown says. */
  decode: Decode;
  /** Starts a new core after a crash. The text and the files are counted again. */
  restart(): void;
  /** Loads the model in this browser that will answer, if it is one. */
  warm(): void;
  /** Counts again what could not be counted. */
  retry(): void;
}
