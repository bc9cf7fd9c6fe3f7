// What is shown of documents on request: see shared/part.ts.

import { type Part, part } from "../shared/part.js";
import type { PaneProps } from "./pane.js";

/** The document that is open, beside the chat. */
export const DocumentPane: Part<PaneProps> = part();
