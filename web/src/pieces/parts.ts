// What is shown of tokens on request: see shared/part.ts.

import { type Part, part } from "../shared/part.js";
import type { PiecesProps } from "./pieces-panel.js";

/** The panel that divides the draft into tokens. */
export const PiecesPanel: Part<PiecesProps> = part();
