// Connects the state with the core: what changes on the page is sent, what the core
// answers is shown.

import { effect, untracked } from "@preact/signals";
import { backup, restore } from "./backup.js";
import { Client, CoreError } from "./client.js";
import { Counter } from "./counter.js";
import { divide } from "./divide.js";
import { exportAll, importFile } from "./exchange.js";
import { Files } from "./files.js";
import { offer } from "./models.js";
import type { Decoded } from "./protocol.gen.js";
import { isBackup } from "./read-file.js";
import { chosenName, core, counting, model, models, online, pieces, piecesShown, trouble, written } from "./state.js";
import { Storage } from "./storage.js";
import { notice, stop } from "./task.js";
import { text } from "./text/en.js";

/** How long the keyboard rests before the text is divided anew, in milliseconds. */
const rest = 120;

/** What the views may ask for. */
export interface Intents {
  addFiles(files: Iterable<File>): void;
  removeFile(id: number): void;
  /** Starts a new core after a crash. The text and the files are counted again. */
  restart(): void;
  /** Tries again what failed without a crash. */
  retry(): void;
  /** The text of one token of the pieces shown. */
  decode(id: number, signal: AbortSignal): Promise<Decoded>;
  storage: StorageIntents;
}

/** What may be asked for the history as a whole. What comes of it is in signals. */
export interface StorageIntents {
  refresh(): void;
  persist(): void;
  backup(): void;
  restore(file: File): void;
  export(): void;
  import(file: File): void;
  /** Takes dropped files for what they are. */
  take(files: readonly File[]): void;
  check(): void;
  repair(): void;
  stop(): void;
  dismiss(): void;
  forgetLoss(): void;
}

export function connect(): Intents {
  const client = new Client(__WORKER__, {
    onReady: () => {
      core.value = { kind: "ready" };
      storage.open();
    },
    onCrash: ({ message, detail }) => (core.value = { kind: "stopped", message, detail }),
    onStore: (status) => storage.setStatus(status),
    onChanged: () => storage.refreshSoon(),
  });
  const storage = new Storage(client);
  const counter = new Counter(client);
  const files = new Files(client);

  const update = () => {
    counter.update().then(() => (trouble.value = null), report);
  };
  const list = () => {
    if (models.peek().length > 0) return;
    client.call("tokens.models", {}).then((table) => {
      models.value = offer(table.models, text.model.unknown);
      // A name kept from a build that offered more would count for a model that is not shown.
      if (model.peek()?.name !== chosenName.peek()) chosenName.value = "";
    }, report);
  };
  const retry = () => {
    list();
    update();
  };

  list();
  let failing = "";
  effect(() => {
    void written.value;
    const name = chosenName.value;
    if (core.peek().kind === "stopped") return;
    // What failed for this model is not asked for again at every key.
    if (trouble.peek() !== null && name === failing) return;
    failing = name;
    update();
  });
  effect(() => {
    void chosenName.value;
    untracked(() => files.recount());
  });
  effect(() => {
    if (online.value && trouble.peek() !== null) retry();
  });
  dividePieces(client);
  yieldWhenAway(client);

  return {
    addFiles: (added) => files.add(added),
    removeFile: (id) => files.remove(id),
    restart() {
      counter.reset();
      core.value = { kind: "starting" };
      client.restart();
      list();
      update();
      files.recount();
    },
    retry,
    decode: (id, signal) => client.call("tokens.decode", { ids: [id], encoding: pieces.peek()?.encoding ?? "cl100k_base" }, { signal }),
    storage: storageIntents(client, storage),
  };
}

function storageIntents(client: Client, storage: Storage): StorageIntents {
  return {
    refresh: () => void storage.refresh(),
    async persist() {
      if (!(await storage.persist())) notice.value = { words: text.storage.persistRefused, trouble: false };
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
    repair: () => void storage.check(true),
    stop,
    dismiss: () => (notice.value = null),
    forgetLoss: () => storage.forgetLoss(),
  };
}

/** A page that is frozen or put away must not hold the history: other tabs need it. */
function yieldWhenAway(client: Client): void {
  document.addEventListener("freeze", () => client.rest());
  document.addEventListener("resume", () => client.resume());
  addEventListener("pagehide", () => client.rest());
  addEventListener("pageshow", (event) => {
    if (event.persisted) client.resume();
  });
}

/** A crash has its own card, and a cancelled request was ours; the rest is said in the status line. */
function report(error: unknown): void {
  if (!(error instanceof CoreError)) throw error;
  if (error.code !== "internal" && error.code !== "cancelled") trouble.value = error.message;
}

/** Divides the text whenever it, or the model, has rested for a moment. */
function dividePieces(client: Client): void {
  effect(() => {
    const whole = written.value;
    const model = chosenName.value;
    if (!piecesShown.value || !counting.value || whole === "") {
      pieces.value = null;
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      divide(client, whole, model, abort.signal).then(
        (divided) => {
          if (!abort.signal.aborted) pieces.value = divided;
        },
        (error: unknown) => {
          // The count fails for the same reason, and says so.
          if (!(error instanceof CoreError)) throw error;
        },
      );
    }, rest);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  });
}
