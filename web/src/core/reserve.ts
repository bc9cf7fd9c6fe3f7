// Room on the disk that the history keeps for itself. Where a disk is full to the last byte,
// the browser's own databases cannot write any more, and Chromium deletes what a page has
// kept within seconds. So a file beside the history holds some room, which is given back in
// the very step in which a write fails: then the browser can write again, and the history
// stays. From then on nothing new begins until there is room for the file again.

import type { Room } from "./protocol.gen.js";

/** What writes to the disk show. */
export type Written = Exclude<Room, "low">;

/** What a page says on the channel below: look whether there is room again. */
export const lookAgain = "look";
export const roomChannel = "burrow-room";
export const reserveFile = ".burrow-reserve";

/** How much is kept, and how much more must be free before it is taken back, in bytes. */
const wanted = 32 << 20;
const spare = 8 << 20;
/** How much is written at once, nothing else of the worker waits longer; and how much shows that a disk is not full. */
const piece = 1 << 20;

/** Pauses in milliseconds: until the first look, between pieces, and between looks. */
const pauses = { first: 3_000, piece: 50, look: 4_000 };
/** Each try to take room back uses up what there is for a moment, so that is seldom. */
const looksBetweenTries = 8;

// TypeScript has this in its library for workers, which excludes that for pages.
interface Handle {
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}

export class Reserve {
  private handle: Handle | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private keeping = false;
  private written: Written = "";
  private toldLast: Written = "";
  private looks = 0;

  /**
   * @param directory where the history is, in the origin's private files
   * @param told is told what writes show when that changes, and whenever a page asks
   */
  constructor(
    private readonly directory: string,
    private readonly told: (written: Written) => void,
  ) {
    new BroadcastChannel(roomChannel).addEventListener("message", (event: MessageEvent<unknown>) => {
      if (event.data === lookAgain && this.keeping) void this.look(true);
    });
  }

  /** Keeps room from now on. Only the tab that has the history may. */
  keep(): void {
    this.keeping = true;
    this.written = this.toldLast = "";
    this.next(pauses.first);
  }

  /** Gives the room back at once: a write of this worker has failed. */
  give(): void {
    if (!this.keeping || this.written === "gone") return;
    this.written = "full";
    this.looks = 0;
    empty(this.handle);
    // Not now: the core is in the middle of that write.
    this.next(0);
  }

  /** Lets the file go, for another tab. */
  release(): void {
    this.keeping = false;
    clearTimeout(this.timer);
    this.handle?.close();
    this.handle = undefined;
  }

  private next(pause: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(false), pause);
  }

  private async look(asked: boolean): Promise<void> {
    clearTimeout(this.timer);
    if (await isMissing(this.directory)) this.written = "gone";
    if (this.handle === undefined) {
      const taken = await take();
      // Two looks may have begun, or another tab may have the history by now.
      if (this.handle !== undefined || !this.keeping) taken?.close();
      else this.handle = taken;
    }
    if (!this.keeping) return;
    let growing = false;
    if (this.written === "") growing = this.grow();
    else if (this.written === "full" && (asked || ++this.looks % looksBetweenTries === 0)) this.takeBack();
    if (asked || this.written !== this.toldLast) this.told((this.toldLast = this.written));
    this.next(growing ? pauses.piece : pauses.look);
  }

  /** Adds a piece, or looks whether one could be added; returns whether any are missing. */
  private grow(): boolean {
    const { handle } = this;
    if (handle === undefined) return false;
    const isWhole = handle.getSize() >= wanted;
    if (!extend(handle, piece)) {
      this.written = "full";
      empty(handle);
      return false;
    }
    // Mostly before any of it has reached the disk.
    if (isWhole) handle.truncate(wanted);
    return !isWhole;
  }

  /** Takes the room back if there is more than that. */
  private takeBack(): void {
    const { handle } = this;
    if (handle === undefined) return;
    while (handle.getSize() < wanted + spare) {
      if (extend(handle, piece)) continue;
      empty(handle);
      return;
    }
    handle.truncate(wanted);
    this.written = "";
  }
}

async function take(): Promise<Handle | undefined> {
  try {
    const root = await navigator.storage.getDirectory();
    const file = (await root.getFileHandle(reserveFile, { create: true })) as unknown as { createSyncAccessHandle(): Promise<Handle> };
    return await file.createSyncAccessHandle();
  } catch {
    // Another tab is letting it go, or the disk has no room even for its name.
    return undefined;
  }
}

/** Whether a directory has been deleted below the files that are open in it. */
async function isMissing(directory: string): Promise<boolean> {
  try {
    await (await navigator.storage.getDirectory()).getDirectoryHandle(directory);
    return false;
  } catch (error) {
    return error instanceof DOMException && error.name === "NotFoundError";
  }
}

/** Writes behind the end; false if there is no room for all of it. */
function extend(handle: Handle, bytes: number): boolean {
  try {
    // Not zeros: a file system may keep those without room.
    return handle.write(new Uint8Array(bytes).fill(0x5a), { at: handle.getSize() }) === bytes;
  } catch {
    return false;
  }
}

function empty(handle: Handle | undefined): void {
  try {
    handle?.truncate(0);
    // Some file systems free what was cut off only now.
    handle?.flush();
  } catch {
    // Nothing more can be given.
  }
}
