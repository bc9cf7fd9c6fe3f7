// What page and worker say to each other beside frames, which are strings.

import type { StoreStatus } from "./store-status.js";

/** What the page sends beside frames for its own core, which are strings. */
export type ToWorker =
  /** A frame for the store, wherever it is; its id is one of idOf. */
  | { kind: "store"; id: number; frame: string }
  /** The history of this page is in memory and its own alone. Comes before all frames. */
  | { kind: "temporary" }
  /** Shared memory in which the page marks requests that are to end: see sqlite.ts. */
  | { kind: "flags"; flags: Int32Array }
  /** The way to the models that the page has: see relay.ts. */
  | { kind: "local"; port: MessagePort }
  /** The name of the encoder that can be asked over that port, "" if there is none. */
  | { kind: "encoder"; name: string }
  /** The page is about to be frozen or to go for good; or it is back. */
  | { kind: "rest" }
  | { kind: "resume" };

/** What the page gets beside frames. */
export interface FromWorker {
  kind: "store";
  status: StoreStatus;
}
