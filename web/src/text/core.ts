// What the page says when its core fails, and what the tabs say of each other, in English.
// Not part of the catalogue in en.ts: the core's worker needs it without the rest.

/** For the page, which talks to the core. */
export const client = {
  notStarted: "Burrow couldn’t start. Check your connection and try again.",
  unreadable: "Burrow stopped because of a bug: the page couldn’t read a reply.",
  restarted: "Burrow was restarted.",
  closed: "Burrow was closed.",
  cancelled: "The request was stopped.",
};

/** For the worker that runs the core. */
export const worker = {
  stopped: "Burrow stopped because of a bug.",
  notLoaded: "Burrow couldn’t load. Check your connection and try again.",
};

/** For the history's files, and the tabs that share them. */
export const history = {
  notAsked: "Storage hasn’t been opened yet.",
  refused: "Your browser doesn’t let this page store files. This may be a private window.",
  inUse: "Another tab is still using the files.",
  full: "This device is out of storage space.",
  failed: (why: string) => `Your browser can’t store files for this page (${why}).`,
  noLocks: "Your browser doesn’t support locks, so your history can’t be opened.",

  silent: "Another Burrow tab isn’t responding. Close it, or wait. Nothing is lost.",
  opening: "Another Burrow tab is still opening your history. Nothing is lost.",
  otherVersion: "Another tab is running a different version of Burrow. Reload that tab.",
  sameNumber: "Two tabs got in each other’s way. Reload this tab.",
};
