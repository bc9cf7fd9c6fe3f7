// A limit of our own on silence: the library waits for ever for a worker of its own
// that has died.

import { LocalError } from "./fault.js";

export class Watchdog {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private bite: ((error: Error) => void) | undefined;

  constructor(
    private readonly milliseconds: number,
    private readonly sentence: string,
  ) {}

  /** Something happened: the time begins anew. */
  pat(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.bite?.(new LocalError("timed_out", this.sentence)), this.milliseconds);
  }

  /** What work gives, or an error if it is silent for too long. */
  async watch<T>(work: Promise<T>): Promise<T> {
    const silence = new Promise<never>((_, reject) => {
      this.bite = reject;
    });
    this.pat();
    try {
      return await Promise.race([work, silence]);
    } finally {
      clearTimeout(this.timer);
      this.bite = undefined;
    }
  }
}
