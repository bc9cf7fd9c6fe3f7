// What the composer shows on request: see shared/part.ts.

import { type Part, part } from "../shared/part.js";
import type { BreakdownProps } from "./breakdown.js";

/** What the number of the meter is made of. */
export const Breakdown: Part<BreakdownProps> = part();
