// What the first paint knows of the database: questions to begin with.

import { signal } from "@preact/signals";

/** Questions that the database can answer; none until it is ready. */
export const dataExamples = signal<readonly string[]>([]);
