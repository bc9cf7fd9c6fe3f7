// What a test's page and its worker say to each other.

import type { StoreStatus } from "../../src/core/store-status.js";
import type { TabsOptions } from "../../src/core/tabs.js";

export type ToWorker =
  | ({ kind: "start"; file: string; options: TabsOptions } & Opening)
  | { kind: "frame"; id: number; frame: string }
  | { kind: "release" }
  | { kind: "resume" }
  | { kind: "close" }
  /** Blocks the worker's event loop, for ever if no duration is given. */
  | { kind: "hang"; ms: number | null }
  | ({ kind: "open" } & Opening);

/** How attempts to open the file go: so many fail; held ones wait for the next word about them. */
export interface Opening {
  failures: number;
  held: boolean;
}

export type FromWorker =
  | { kind: "frame"; frame: string }
  | { kind: "status"; status: StoreStatus }
  | { kind: "released" }
  /** An attempt to open the file, at this time of the worker's clock. */
  | { kind: "attempt"; at: number };

/** Parameters of the method "write": the line is applied `before` ms after its turn came, and answered `after` ms later. */
export interface Write {
  key: string;
  before: number;
  after: number;
}

/** The answer to a write: the line it stands in, and the owner who answered. */
export interface Written {
  line: number;
  by: string;
}

/** A line of the file: an owner that has opened it, or a write and the owner that applied it. */
export type Line = { owner: string } | { key: string; by: string };
