// How much room the disk has. The worker sees when nothing can be written, the program on
// this machine how much is left; the core makes one of both, and tells it with the counts.

import { signal } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import { lookAgain, reserveFile, roomChannel } from "../core/reserve.js";
import type { Room as State } from "../core/protocol.gen.js";

/** With more than this the core need not be told, in bytes. */
const plenty = 256 << 20;

export const room = signal<State>("");

/** Whether the reader has asked to look again, and what is shown is of before. */
export const looking = signal(false);

export class Room {
  private readonly channel = new BroadcastChannel(roomChannel);
  private toldFew = false;

  /** @param askFree asks the program on this machine how much is left */
  constructor(
    private readonly client: Client,
    private readonly askFree: () => Promise<void>,
  ) {}

  /** Takes what the program on this machine sees, 0 if it sees nothing. */
  noteFree(free: number): void {
    const isFew = free > 0 && free < plenty;
    if (!isFew && !this.toldFew) return;
    this.toldFew = isFew;
    void this.tell(free);
  }

  /** Looks now whether there is room again. */
  async look(): Promise<void> {
    looking.value = true;
    this.channel.postMessage(lookAgain);
    await this.askFree();
    looking.value = false;
  }

  private async tell(free: number): Promise<void> {
    try {
      room.value = (await this.client.call("store.room", { free })).room ?? "";
    } catch (error) {
      // A history that is not open has its own card; the next look tells again.
      if (!(error instanceof CoreError)) throw error;
      this.toldFew = true;
    }
  }
}

/** Bytes of the history's share that are only kept free. */
export async function reserved(): Promise<number> {
  try {
    const root = await navigator.storage.getDirectory();
    return (await (await root.getFileHandle(reserveFile)).getFile()).size;
  } catch {
    return 0;
  }
}
