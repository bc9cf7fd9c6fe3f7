// One at a time, the rest in order. Who gives up while waiting leaves the line.

import { aborted } from "./fault.js";

export class Queue {
  private readonly waiting: (() => void)[] = [];
  private busy = false;

  /** How many wait behind the one that runs. */
  get length(): number {
    return this.waiting.length;
  }

  /** Runs work when its turn comes, and returns what it returns. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.turn(signal);
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.busy = false;
      else next();
    }
  }

  private turn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(aborted());
    if (!this.busy) {
      this.busy = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(aborted());
      };
      this.waiting.push(begin);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}
