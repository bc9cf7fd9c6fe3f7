// What is shown of the memory on request: see shared/part.ts.

import { type Part, part } from "../shared/part.js";
import type { SummaryProps } from "./summary-view.js";

/** What a summary says. */
export const SummaryView: Part<SummaryProps> = part();
