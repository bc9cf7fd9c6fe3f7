// What the storage sheet may ask for. What comes of it is in signals.

import type { Client } from "../core/client.js";
import { isBackup } from "../shared/read-file.js";
import { text } from "../text/en.js";
import { backup, restore } from "./backup.js";
import type { Copies, Copy } from "./copies.js";
import { exportAll, importFile } from "./exchange.js";
import type { Room } from "./room.js";
import type { Storage } from "./storage.js";
import { notice, stop } from "./task.js";

/** What may be asked for the history as a whole. */
export interface StorageIntents {
  refresh(): void;
  persist(): void;
  /** Looks whether the disk has room again. */
  lookForRoom(): void;
  /** Has the program on this machine keep a copy, or ends that. */
  wantCopies(on: boolean): void;
  declineCopies(): void;
  restoreCopy(copy: Copy): void;
  /** Begins without the copy that was found. */
  leaveCopy(): void;
  backup(): void;
  restore(file: File): void;
  export(): void;
  import(file: File): void;
  /** Takes dropped files for what they are. */
  take(files: readonly File[]): void;
  check(): void;
  /** Moves all chats to the bin. */
  deleteAll(): void;
  repair(): void;
  stop(): void;
  dismiss(): void;
  forgetLoss(): void;
}

export function storageIntents(client: Client, storage: Storage, room: Room, copies: Copies, deleteAll: () => void): StorageIntents {
  return {
    refresh: () => void storage.refresh(),
    async persist() {
      if (!(await storage.persist())) notice.value = { words: text.storage.persistRefused, trouble: false };
    },
    lookForRoom: () => void room.look(),
    wantCopies: (on) => void copies.want(on),
    declineCopies: () => copies.decline(),
    async restoreCopy(copy) {
      const file = await copies.fetch(copy);
      if (file === null) notice.value = { words: text.storage.copies.unreachable, trouble: true };
      else await restore(client, storage, file, "merge");
    },
    backup: () => void backup(client, storage),
    restore: (file) => void restore(client, storage, file),
    export: () => void exportAll(client),
    import: (file) => void importFile(client, storage, file),
    async take([file, ...others]) {
      if (file === undefined) return;
      if (others.length > 0) notice.value = { words: text.storage.oneFile, trouble: true };
      else if (await isBackup(file)) await restore(client, storage, file);
      else await importFile(client, storage, file);
    },
    check: () => void storage.check(false),
    deleteAll,
    repair: () => void storage.check(true),
    stop,
    dismiss: () => (notice.value = null),
    leaveCopy: () => copies.leave(),
    forgetLoss() {
      // What is begun now must not take the place of a copy of what was.
      copies.leave();
      storage.forgetLoss();
    },
  };
}
