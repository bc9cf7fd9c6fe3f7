// What a conversation shows on request: see shared/part.ts.

import { type Part, part } from "../shared/part.js";
import type { ClarifyProps } from "./clarify-card.js";
import type { DetailsProps } from "./details.js";

/** What is known of an answer. */
export const Details: Part<DetailsProps> = part();
/** What is asked back before an answer. */
export const ClarifyCard: Part<ClarifyProps> = part();
