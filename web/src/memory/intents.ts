import type { Memory } from "./memory.js";
import type { Preview } from "./preview.js";
import type { Remembered } from "./remembered.js";

/** What the sheets of summaries and of remembered things may ask for. */
export interface MemoryIntents {
  memory: Memory;
  preview: Preview;
  remembered: Remembered;
}
