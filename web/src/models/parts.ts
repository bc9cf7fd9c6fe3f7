// What is shown of models on request: see shared/part.ts.

import { type Part, part } from "../shared/part.js";
import type { PickerProps } from "./model-picker.js";

/** The list that a model is chosen from. */
export const ModelPicker: Part<PickerProps> = part();
