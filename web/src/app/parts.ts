// What comes after the first paint, as the first paint knows it: see shared/part.ts.

import { type Part, part } from "../shared/part.js";
import type { Intents } from "./intents.js";

/** The sheets. Opening one has the parts fetched. */
export const Sheets: Part<{ intents: Intents }> = part({ waits: true });
