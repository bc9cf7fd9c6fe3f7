// The lead of an origin: the one worker that holds the Web Lock owns the database.
//
// The lock is only ever asked for and waited for. It is never stolen: the worker it
// was stolen from would still hold the files, and the thief could not open them.
// The browser takes the lock from a worker that is gone, however it went.

import { history as words } from "../text/core.js";

/** What a worker tells of the database it has opened. Must survive structured cloning; otherwise nobody here looks inside. */
export type StoreOpened = object;

/** The database of this worker. */
export interface Owner {
  /**
   * Makes the files available and opens the database. Called only while this worker
   * holds the lock. Rejects with a sentence for the reader, and has then let go of the
   * files: the next worker tries.
   */
  open(): Promise<StoreOpened>;
  /**
   * Closes the database and lets go of the files. Resolves when every request handed
   * over has been answered, be it by an error: a late answer would be taken for that
   * to the same request sent again.
   */
  close(): Promise<void>;
  /** Hands a store request or its cancellation, a JSON string, to the core. Must not throw: the core answers with an error. */
  handle(frame: string): void;
}

export interface LeadHooks {
  /** The lock is ours, the database is being opened. */
  opening(): void;
  /** The lead has begun. */
  began(opened: StoreOpened): void;
  /** The lead ends: resolves when the database may be closed. */
  ending(): Promise<void>;
  /** The database is closed; the lock goes after this. */
  ended(): void;
  /** The database could not be opened; the lock goes after this. */
  failed(message: string): void;
}

export interface LeadOptions {
  lock: string;
  /** Pause after the first failure to open, in milliseconds; each further failure doubles it. */
  retryFirst: number;
  /** The longest such pause. */
  retryLongest: number;
}

/** Stands for the lead between `want` and `rest`. Begins at rest. */
export class Lead {
  private wanted = false;
  private standing = false;
  /** What ends with the lock let go, or with the place in its queue. */
  private held: Promise<void> = Promise.resolve();
  private leaveQueue = () => {};
  private endTerm = () => {};
  private endPause: (() => void) | null = null;
  private pauseTimer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private failedAt = 0;
  private openingNow = false;

  constructor(
    private readonly owner: Owner,
    private readonly hooks: LeadHooks,
    private readonly options: LeadOptions,
  ) {}

  /** The lock is ours, the database not yet. */
  get isOpening(): boolean {
    return this.openingNow;
  }

  /** Queues for the lock, and queues again whenever it was lost without `rest`. */
  want(): void {
    this.wanted = true;
    this.endPause?.();
    if (!this.standing) void this.stand();
  }

  /** Resolves when the database is closed and the lock has been let go. */
  async rest(): Promise<void> {
    this.wanted = false;
    this.leaveQueue();
    this.endTerm();
    this.endPause?.();
    await this.held;
  }

  /** Somebody needs the database: a pause after a failure is cut to the first one's length, so that typing does not become a hundred attempts. */
  hurry(): void {
    if (this.endPause === null) return;
    clearTimeout(this.pauseTimer);
    this.pauseTimer = setTimeout(this.endPause, this.failedAt + this.options.retryFirst - performance.now());
  }

  /** Somebody else could open the database: a pause after a failure has no reason any more. */
  retry(): void {
    this.endPause?.();
  }

  private async stand(): Promise<void> {
    this.standing = true;
    while (this.wanted) {
      const failures = this.failures;
      this.held = this.queueAndHold();
      await this.held;
      if (this.wanted && this.failures > failures) await this.pause();
    }
    this.standing = false;
  }

  private async queueAndHold(): Promise<void> {
    const queue = new AbortController();
    this.leaveQueue = () => queue.abort();
    try {
      await navigator.locks.request(this.options.lock, { signal: queue.signal }, () => this.hold());
    } catch {
      // `hold` does not reject: either this worker left the queue, or the browser
      // has no locks for this page.
      if (!queue.signal.aborted) this.fail(new Error(words.noLocks));
    }
  }

  /** Runs while this worker holds the lock; the lock goes when it returns. */
  private async hold(): Promise<void> {
    // `rest` may have been called when the lock was already on its way here.
    if (!this.wanted) return;
    this.openingNow = true;
    this.hooks.opening();
    let opened: StoreOpened;
    try {
      opened = await this.owner.open();
    } catch (error) {
      this.fail(error);
      return;
    } finally {
      this.openingNow = false;
    }
    this.failures = 0;
    if (this.wanted) {
      const ended = new Promise<void>((resolve) => (this.endTerm = resolve));
      this.hooks.began(opened);
      await ended;
      await this.hooks.ending();
    }
    try {
      await this.owner.close();
    } catch {
      // There is nobody to tell who could do anything. If the files are still held,
      // the next to open them fails with a sentence, and tries again.
    }
    this.hooks.ended();
  }

  private fail(error: unknown): void {
    this.failures++;
    this.failedAt = performance.now();
    this.hooks.failed(error instanceof Error ? error.message : String(error));
  }

  private async pause(): Promise<void> {
    const { retryFirst, retryLongest } = this.options;
    const length = Math.min(retryFirst * 2 ** (this.failures - 1), retryLongest);
    await new Promise<void>((resolve) => {
      this.endPause = resolve;
      this.pauseTimer = setTimeout(resolve, length);
    });
    this.endPause = null;
    clearTimeout(this.pauseTimer);
  }
}
