// What the page and its service worker call the same.

/** Caches of this page; the origin may have others. */
export const cachePrefix = "burrow-";

/** The files of one build. */
export function cacheOf(build: string): string {
  return `${cachePrefix}page-${build}`;
}

/** What was shared with the page, until the reader has decided about it. */
export const sharedCache = `${cachePrefix}shared`;

/** A page holds a lock of this name for as long as it is open, so that its files are kept. */
export const pageLock = "burrow-page ";

export const serviceScript = "/service.js";

/** Where shares are posted, and the beginning of the names they are kept under. */
export const sharePath = "/share";

/** The parameter of the page's address that names what was shared. */
export const sharedParameter = "shared";

/** Its value for a share that was not taken. */
export const tooLarge = "too-large";

/** What is kept of a share beside its files. */
export interface AboutShared {
  text: string;
  /** The site it came from; null for another program, or a site that does not say so. */
  from: string | null;
  /** Unix milliseconds. */
  at: number;
}

/** What the page says to a service worker. */
export type ToService =
  /** The reader wants the new version now. */
  | { kind: "take over" }
  /** Who are you? Answered through the port that comes along. */
  | { kind: "about" }
  /** The page is at rest: what is missing can be fetched, what is old can go. */
  | { kind: "settled" };

/** The answer to "about". */
export interface About {
  version: string;
  build: string;
}
