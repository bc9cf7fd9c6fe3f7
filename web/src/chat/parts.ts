// What a conversation shows on request: see shared/part.ts.

import type { Message } from "../core/protocol.gen.js";
import type { Copied } from "../data/copied.js";
import { type Part, errand, part } from "../shared/part.js";
import type { ClarifyProps } from "./clarify-card.js";
import type { DataAnswerProps } from "./data-answer.js";
import type { DetailsProps } from "./details.js";
import type { RouteProps } from "./route-line.js";
import type { UnsupportedProps } from "./unsupported.js";

/** Makes markup of what is drawn, for other programs. */
export const rich = errand<(drawn: Element) => string>();
/** The rows that a message has from a database, for other programs; null if it has none. */
export const rows = errand<(message: Message) => Copied | null>();
/** What is known of an answer. */
export const Details: Part<DetailsProps> = part();
/** What a database said. */
export const DataAnswer: Part<DataAnswerProps> = part();
/** Which sentences of an answer don't match the documents they cite. */
export const Unsupported: Part<UnsupportedProps> = part();
/** Who was asked, and who could have been. */
export const RouteLine: Part<RouteProps> = part();
/** What is asked back before an answer. */
export const ClarifyCard: Part<ClarifyProps> = part();
