// What the setting for finding messages by meaning says, in English. Not part of the
// catalogue in en.ts, so that a first visit doesn't load it.

import { bytes, number, plural } from "./format.js";
import { models } from "./models.js";

const { part } = models;

export const meaning = {
  name: "Find messages by meaning",
  /** Other words that find it in the settings. */
  also: "recall semantic search embedding paraphrase other words",
  help: (size: number) => `Finds earlier messages even if you ask in other words. Downloads ${bytes(size)} once. Runs in this browser; nothing is sent.`,
  downloading: part,
  progress: "Downloading what finds messages by meaning",
  checking: "Getting ready…",
  paused: (done: number, of: number) => `The download is paused at ${part(done, of)}.`,
  cancel: "Cancel",
  resume: "Resume",
  again: "Try again",
  read: (done: number, of: number) =>
    of === 0
      ? "Ready. There are no messages to read yet."
      : done < of
        ? `${number(done)} of ${number(of)} messages read`
        : `${number(of)} ${plural(of, "message", "messages")} read`,
  ready: "Ready.",
  kept: "Turned off. The download is kept.",
  remove: (size: number) => `Delete the download (${bytes(size)})`,
  said: { here: "Burrow can now find messages by meaning.", removed: "The download was deleted." },
  unreachable: "Couldn’t load what’s needed for this. Check that Burrow is running.",
};
