// Whether the core runs, and whether there is a network.

import { signal } from "@preact/signals";

/** Whether the core can be asked. A core that is not ready still takes requests. */
export type Core =
  | { kind: "starting" }
  | { kind: "ready" }
  | { kind: "stopped"; message: string; detail: string };

export const core = signal<Core>({ kind: "starting" });

export const online = signal(navigator.onLine);
