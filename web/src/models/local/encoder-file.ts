// The encoder's file, as page and worker know it. The digest is the page's own: a server's
// file with another one is refused.

import type { Offer } from "./files.js";

/** Where it is kept among the browser's private files. */
export const encoderDirectory = "local-encoder";

export const encoderFile: Offer = {
  name: "all-MiniLM-L6-v2.Q8_0.gguf",
  bytes: 25_282_144,
  sha256: "809e982c556c7b82746acd55af3675bc8a1255e1666baa1af482eac0b90f72ce",
};
