// Whether a model fits into memory, and with how long a context.

import { local as text } from "../../text/local.js";
import { LocalError } from "./fault.js";
import type { GgufInfo } from "./gguf.js";

/** What the library's memory can grow to. */
const mostMemory = 4096 * 2 ** 20;
/** For the library itself and what it computes with. */
const overhead = 160 * 2 ** 20;
/** A page that takes more of a device's memory is likely to be ended. */
const share = 0.5;

const longestContext = 4096;
const shortestContext = 1024;

/**
 * The context, in tokens, for a model of so many bytes on a device with so many
 * gigabytes (zero if unknown). Throws a LocalError if not even a short one fits.
 */
export function contextFor(info: GgufInfo, bytes: number, deviceMemory: number): number {
  const trained = info.contextLength || longestContext;
  // 8 is what browsers say of any larger device, too.
  const memory = deviceMemory > 0 && deviceMemory < 8 ? Math.min(deviceMemory * 2 ** 30 * share, mostMemory) : mostMemory;
  const needed = (tokens: number) => bytes + overhead + tokens * info.cacheBytesPerToken;
  for (let tokens = Math.min(longestContext, trained); ; tokens /= 2) {
    if (needed(tokens) <= memory) return Math.floor(tokens);
    if (tokens / 2 < Math.min(shortestContext, trained)) throw new LocalError("too_large", text.tooLarge(needed(tokens), memory));
  }
}

/**
 * How many threads to begin with. One core is left to the page: the threads wait for
 * each other in loops, and one without a core makes all of them many times slower. More
 * than four gain little for small models.
 */
export function threadsFor(asked: number): number {
  const cores = navigator.hardwareConcurrency || 1;
  return Math.max(1, asked > 0 ? Math.min(asked, cores) : Math.min(cores - 1, 4));
}
