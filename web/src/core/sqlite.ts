// SQLite for the core: the official build, its pool of files, and what the core
// needs beside SQLite's own functions. The core calls SQLite by wasm imports
// (internal/sqlite/imports_js.go); here is only what wasm cannot do itself.

import sqlite3InitModule from "@sqlite.org/sqlite-wasm";
import type { SAHPoolUtil, Sqlite3Static } from "@sqlite.org/sqlite-wasm";

import { place } from "./flags.js";
import { history as words } from "../text/core.js";

/** What the core finds as `globalThis.burrow.files`. */
export interface Files {
  /** Whether databases outlive the page. */
  kept: boolean;
  /** Why not, as a sentence. */
  reason: string;
}

/** The folder of the pool in the origin's private file system. */
export const poolDirectory = ".burrow";
/** The database, its log, a journal, and room for one more. */
const poolFiles = 6;
/** How often files that another still holds are asked for, and the milliseconds in between. */
const takeAttempts = 10;
const takePause = 50;

export class SQLite {
  private pool: SAHPoolUtil | undefined;
  private readonly guards = new Map<number, { flag: number; deadline: number }>();
  private progress = 0;
  private goMemory: WebAssembly.Memory | undefined;
  private goBytes = new Uint8Array();

  private flags: Int32Array | undefined;

  private constructor(private readonly sqlite3: Sqlite3Static) {}

  /** @param wasm a server's answer with the module, or its bytes */
  static async load(wasm: Response | BufferSource): Promise<SQLite> {
    // The other file systems are slower to start, and never used here.
    Object.assign(globalThis, {
      sqlite3ApiConfig: { disable: { vfs: { opfs: true, "opfs-vfs": true, "opfs-wl": true, kvvfs: true } }, warn: () => {} },
    });
    let failed: (reason: unknown) => void = () => undefined;
    const failure = new Promise<never>((_, reject) => {
      failed = reject;
    });
    const start = sqlite3InitModule as (module: object) => Promise<Sqlite3Static>;
    const starting = start({
      instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void) {
        const ready =
          wasm instanceof Response ? WebAssembly.instantiateStreaming(wasm, imports) : WebAssembly.instantiate(wasm, imports);
        ready.then(({ instance, module }) => done(instance, module), failed);
        return {};
      },
    });
    // SQLite's own start would wait for ever for a module that does not come.
    const sqlite3 = await Promise.race([starting, failure]);
    noteShortWrites();
    return new SQLite(sqlite3);
  }

  /**
   * Shared memory by which the page interrupts a statement: it sets the place of a
   * request to the low half of the request's id.
   */
  setFlags(flags: Int32Array): void {
    this.flags = flags;
  }

  /** SQLite's own JavaScript API, for comparisons. */
  get api(): Sqlite3Static {
    return this.sqlite3;
  }

  /**
   * Takes the files of the origin. Only the tab that leads may. Where the browser
   * refuses files the reason says why; rejects if another has them.
   */
  async takeFiles(capacity = poolFiles): Promise<Files> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.take(capacity);
        return { kept: true, reason: "" };
      } catch (error) {
        // The browser frees a dead tab's lock and its files one after the other.
        if (!isInUse(error)) return { kept: false, reason: describe(error) };
        if (attempt === takeAttempts) throw new Error(describe(error));
        await new Promise((resolve) => setTimeout(resolve, takePause));
      }
    }
  }

  private async take(capacity: number): Promise<void> {
    if (this.pool !== undefined) {
      await this.pool.unpauseVfs();
      return;
    }
    this.pool = await this.sqlite3.installOpfsSAHPoolVfs({
      directory: poolDirectory,
      initialCapacity: capacity,
      forceReinitIfPreviouslyFailed: true,
    } as Parameters<Sqlite3Static["installOpfsSAHPoolVfs"]>[0]);
  }

  /** Lets the files go, for another tab. Databases must be closed. */
  releaseFiles(): void {
    this.pool?.pauseVfs();
  }

  /** Removes a database that is not open. */
  erase(name: string): void {
    for (const suffix of ["", "-wal", "-journal"]) this.pool?.unlink(`/${name}${suffix}`);
  }

  /** What the core imports. */
  imports(): WebAssembly.Imports {
    const exports = this.sqlite3.wasm.exports as unknown as WebAssembly.ModuleImports;
    return {
      sqlite: exports,
      sqlitehost: {
        copy_in: (to: number, from: number, size: number) => {
          this.sqlite3.wasm.heap8u().set(this.core().subarray(from >>> 0, (from >>> 0) + size), to >>> 0);
        },
        copy_out: (to: number, from: number, size: number) => {
          this.core().set(this.sqlite3.wasm.heap8u().subarray(from >>> 0, (from >>> 0) + size), to >>> 0);
        },
        length: (at: number) => this.sqlite3.wasm.heap8u().indexOf(0, at >>> 0) - (at >>> 0),
        guard: (db: number, flag: number, deadline: number) => this.guard(db, flag, deadline),
        unguard: (db: number) => this.unguard(db),
        storage_full: () => takeShortWrite(),
      },
    };
  }

  /** Calls back whenever a file of this worker could not be written for want of room, before anybody else hears of it. */
  onShortWrite(listener: () => void): void {
    onShort = listener;
  }

  /** Must be called before the core runs. */
  connect(memory: WebAssembly.Memory): void {
    this.goMemory = memory;
  }

  /** The core's memory. A view of it dies when it grows. */
  private core(): Uint8Array {
    if (this.goMemory === undefined) throw new Error("the core's memory is not known yet");
    if (this.goBytes.buffer !== this.goMemory.buffer) this.goBytes = new Uint8Array(this.goMemory.buffer);
    return this.goBytes;
  }

  // No message reaches a worker inside a statement. SQLite calls back every few
  // thousand steps, and that callback looks at the clock and at shared memory.
  private guard(db: number, flag: number, deadline: number): void {
    const { wasm, capi } = this.sqlite3;
    this.progress ||= Number(
      wasm.installFunction("i(p)", (key: number) => {
        const guard = this.guards.get(Number(key));
        if (guard === undefined) return 0;
        if (guard.deadline !== 0 && Date.now() >= guard.deadline) return 1;
        return guard.flag !== 0 && this.flags !== undefined && Atomics.load(this.flags, place(guard.flag)) === guard.flag ? 1 : 0;
      }),
    );
    this.guards.set(db, { flag, deadline });
    capi.sqlite3_progress_handler(db, 4000, this.progress, db);
  }

  private unguard(db: number): void {
    if (this.guards.delete(db)) this.sqlite3.capi.sqlite3_progress_handler(db, 0, 0, 0);
  }
}

// A full disk shows in many ways: Chromium returns 4294967288 for a write,
// Firefox a short count, others throw. SQLite's file system makes one I/O error
// of all of them, so the reason is noted here.
let wroteShort = false;
let onShort: () => void = () => undefined;

function noteShort(): void {
  wroteShort = true;
  onShort();
}

// TypeScript has these in its library for workers, which excludes that for pages.
interface SyncAccessHandle {
  write(bytes: ArrayBufferView, options?: { at?: number }): number;
  truncate(size: number): void;
  flush(): void;
}
declare const FileSystemSyncAccessHandle: { prototype: SyncAccessHandle } | undefined;

function noteShortWrites(): void {
  if (typeof FileSystemSyncAccessHandle === "undefined") return;
  const { prototype } = FileSystemSyncAccessHandle;
  const { write, truncate, flush } = prototype;
  prototype.write = function (bytes, options) {
    let written = 0;
    try {
      written = write.call(this, bytes, options);
    } catch (error) {
      if (isQuota(error)) noteShort();
      throw error;
    }
    if (written !== bytes.byteLength) noteShort();
    return written;
  };
  prototype.truncate = function (size) {
    try {
      truncate.call(this, size);
    } catch (error) {
      if (isQuota(error)) noteShort();
      throw error;
    }
  };
  prototype.flush = function () {
    try {
      flush.call(this);
    } catch (error) {
      if (isQuota(error)) noteShort();
      throw error;
    }
  };
}

function isQuota(error: unknown): boolean {
  return error instanceof DOMException && (error.name === "QuotaExceededError" || error.name === "NoSpaceError");
}

function takeShortWrite(): number {
  const was = wroteShort;
  wroteShort = false;
  return was ? 1 : 0;
}

function isInUse(error: unknown): boolean {
  return error instanceof DOMException && (error.name === "NoModificationAllowedError" || error.name === "InvalidStateError");
}

function describe(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "SecurityError" || name === "NotAllowedError") return words.refused;
  if (isInUse(error)) return words.inUse;
  if (name === "QuotaExceededError") return words.full;
  return words.failed(error instanceof Error ? error.message : String(error));
}
