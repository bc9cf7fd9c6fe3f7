// Flags in shared memory, by which the page ends a statement that runs in the
// worker: no message reaches the worker meanwhile.

/** How many there are: more than requests that are cancelled at one time. */
export const flagCount = 64;

/** Where the flag of a request stands. */
export function place(flag: number): number {
  return flag & (flagCount - 1);
}

/** The flag of a request: not 0, and hardly ever that of another tab's. */
export function flagOf(id: number): number {
  return (((id % 2 ** 32) ^ (Math.floor(id / 2 ** 32) << 11)) & 0x7fffffff) || 1;
}
