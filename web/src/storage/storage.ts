// Where the history is, and how safe it is there: what the storage sheet, the cards
// and the status line show. Backups are in backup.ts, import and export in exchange.ts.
//
// A browser may clear what a page keeps without a word. So the page notes in
// localStorage how many conversations it has seen; a store that is made anew while the
// note says there were some is a loss, and is shown as one until the reader answers.

import { batch, computed, signal, untracked } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { StoreInfo } from "../core/protocol.gen.js";
import type { StoreStatus } from "../core/store-status.js";
import { isShown } from "../shared/layout.js";
import { save, saved } from "../shared/saved.js";
import { text } from "../text/en.js";
import { reserved, room } from "./room.js";
import { type Notice, run, showEvent } from "./task.js";

const words = text.storage;

/** How long changes are gathered before conversations are counted anew, in milliseconds. */
const gather = { shown: 150, hidden: 1500 };

export const storeStatus = signal<StoreStatus>({ kind: "starting" });

/** What the open store says of itself. Its counts are of the time it was opened. */
export const storeInfo = computed<StoreInfo | null>(() => {
  const status = storeStatus.value;
  // The worker hands on what `store.open` has answered.
  return status.kind === "leading" || status.kind === "following" ? (status.opened as StoreInfo) : null;
});

export interface Tally {
  sessions: number;
  messages: number;
}

/** What is in the history; null until that is known. */
export const tally = signal<Tally | null>(null);

/** Whether the browser has promised not to clear the history; null if it does not say. */
export const persisted = signal<boolean | null>(null);

/** Bytes that this origin uses, without those it keeps free, and may use. */
export const space = signal<{ used: number; quota: number } | null>(null);

/** How many conversations were here, and when that was seen. */
export interface Mark {
  sessions: number;
  at: number;
}

const seenKey = "history";
const lostKey = "history.lost";
const backupKey = "backup";
/** Stands behind a mark while it waits to be counted anew. */
const outdated = " outdated";

/** The conversations this browser has kept. */
export const seen = signal(recallMark(seenKey));

/** The conversations it has lost, until the reader has taken note. */
export const lost = signal(recallMark(lostKey));

/** When a backup was last saved, in Unix milliseconds. */
export const lastBackup = signal(recallTime(backupKey));

export class Storage {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly client: Client) {
    // What another tab has noted is true here as well.
    addEventListener("storage", () => {
      batch(() => {
        seen.value = recallMark(seenKey);
        lost.value = recallMark(lostKey);
        lastBackup.value = recallTime(backupKey);
      });
    });
  }

  /** Opens the store, here or in the tab that has it. Called whenever a core is ready. */
  open(): void {
    // Any request makes the worker stand for the lead; what came of it is in the status.
    void this.refresh();
  }

  setStatus(status: StoreStatus): void {
    const before = storeStatus.peek().kind;
    storeStatus.value = status;
    const info = storeInfo.peek();
    // Only the tab that has just opened the store knows that its counts are of now.
    if (info !== null && status.kind === "leading" && before !== "leading") this.noteOpened(info);
  }

  /** The history has changed, here or in another tab. */
  refreshSoon(): void {
    // A tab that is closed before it has counted must not leave a number that is wrong.
    if (seen.peek() !== null && storeInfo.peek()?.kept === true) save(seenKey, formatMark(seen.peek()) + outdated);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), untracked(() => isShown("data")) ? gather.shown : gather.hidden);
  }

  /** Counts and measures anew. */
  async refresh(): Promise<void> {
    clearTimeout(this.timer);
    try {
      await Promise.all([this.measure(), this.count()]);
    } catch (error) {
      // The status says why nothing can be read; the counts stay as they were.
      ignore(error);
    }
  }

  /** Runs what may add conversations. If they are the first, the browser is asked to keep them. */
  async adding<T>(work: () => Promise<T>): Promise<T> {
    const before = tally.peek()?.sessions ?? (await this.count()).sessions;
    try {
      return await work();
    } finally {
      await this.refresh();
      const isFirst = before === 0 && (tally.peek()?.sessions ?? 0) > 0;
      // Not awaited: some browsers ask the reader, who may take their time.
      if (isFirst && storeInfo.peek()?.kept === true && persisted.peek() !== true) void this.persist();
    }
  }

  /** Looks for damage, and makes anew what can be derived if asked to. */
  check(repair: boolean): Promise<void> {
    const title = repair ? words.repairing : words.checking;
    const work = async (signal: AbortSignal): Promise<Notice> => {
      const options = { onEvent: showEvent(title, !repair), ...(repair ? {} : { signal }) };
      const { problems, repaired } = await this.client.call("store.check", { repair }, options);
      if (problems.length === 0) return { words: repaired ? words.repaired : words.sound, trouble: false };
      if (repair) return { words: words.beyondRepair, trouble: true, details: problems };
      return { words: words.damaged(problems.length), trouble: true, details: problems, remedy: "repair" };
    };
    return run(title, work, !repair);
  }

  /** Asks the browser not to clear the history; returns what it says. */
  async persist(): Promise<boolean> {
    const granted = await navigator.storage.persist().catch(() => false);
    persisted.value = granted;
    return granted;
  }

  noteBackup(): void {
    lastBackup.value = Date.now();
    save(backupKey, String(lastBackup.value));
  }

  /** The reader knows of the loss, or has undone it. */
  forgetLoss(): void {
    lost.value = null;
    save(lostKey, "");
  }

  private noteOpened(info: StoreInfo): void {
    // A store in memory is always new, and says nothing of what is kept.
    if (!info.kept) return;
    const mark = recallMark(seenKey);
    // A store that is not new may have been made anew by a tab that did not live to note it.
    if (mark !== null && info.sessions === 0 && (info.fresh || !isOutdated())) {
      // Lost twice before the reader has answered: the greater loss is the one to tell of.
      if (mark.sessions > (lost.peek()?.sessions ?? 0)) lost.value = mark;
      save(lostKey, formatMark(lost.peek()));
    }
    this.noteSeen(info.sessions);
  }

  private noteSeen(sessions: number): void {
    seen.value = sessions === 0 ? null : { sessions, at: Date.now() };
    save(seenKey, formatMark(seen.value));
    if (lost.peek() !== null && sessions >= (lost.peek()?.sessions ?? 0)) this.forgetLoss();
  }

  private async count(): Promise<Tally> {
    const { kept, sessions, messages, room: left = "" } = await this.client.call("store.info", {});
    batch(() => {
      tally.value = { sessions, messages };
      room.value = left;
    });
    // None where there were some: either they were deleted, and a change has told so,
    // or they are lost, which is for the tab to note that has opened the store.
    if (kept && (sessions > 0 || isOutdated())) this.noteSeen(sessions);
    return { sessions, messages };
  }

  /** Asks the browser about space and its promise. Asking for the promise itself is `persist`. */
  private async measure(): Promise<void> {
    // Without a secure context there is no navigator.storage at all.
    const manager: StorageManager | undefined = navigator.storage;
    const [estimate, kept, free] = await Promise.all([
      manager?.estimate().catch(() => null) ?? null,
      manager?.persisted().catch(() => null) ?? null,
      reserved(),
    ]);
    batch(() => {
      space.value = estimate === null ? null : { used: Math.max(0, (estimate.usage ?? 0) - free), quota: estimate.quota ?? 0 };
      persisted.value = kept;
    });
  }
}

/** What the core refuses is in the status or on the card of a crash; anything else is a bug. */
function ignore(error: unknown): void {
  if (!(error instanceof CoreError)) throw error;
}

function formatMark(mark: Mark | null): string {
  return mark === null ? "" : `${mark.sessions} ${mark.at}`;
}

function recallMark(key: string): Mark | null {
  const [sessions = 0, at = 0] = (saved(key) ?? "").split(" ").map(Number);
  return sessions > 0 && at > 0 ? { sessions, at } : null;
}

function isOutdated(): boolean {
  return saved(seenKey)?.endsWith(outdated) ?? false;
}

function recallTime(key: string): number | null {
  return Number(saved(key)) || null;
}
