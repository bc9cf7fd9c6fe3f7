// Faults of the origin's private files, for tests: the Nth call of an operation
// fails, once or for good, as browsers make it fail.

interface SyncAccessHandle {
  read(bytes: ArrayBufferView, options?: { at?: number }): number;
  write(bytes: ArrayBufferView, options?: { at?: number }): number;
  truncate(size: number): void;
  flush(): void;
}
declare const FileSystemSyncAccessHandle: { prototype: SyncAccessHandle };

/** Set and read by the Go tests, as `globalThis.burrow.faults`. */
export const faults = {
  /** Which operation is counted, "" for none. */
  operation: "",
  /** The call that fails, from 1 on; 0 for none. */
  at: 0,
  forGood: false,
  /** throw, quota, short (half is written and said so) or huge (what Chromium returns when the disk is full) */
  kind: "throw",
  /** Calls so far. */
  calls: 0,
};

function fails(operation: string): boolean {
  if (faults.operation !== operation) return false;
  faults.calls++;
  return faults.at !== 0 && (faults.forGood ? faults.calls >= faults.at : faults.calls === faults.at);
}

function fail(): never {
  throw faults.kind === "quota" ? new DOMException("injected", "QuotaExceededError") : new DOMException("injected", "InvalidStateError");
}

/** Must come before SQLite is loaded. */
export function installFaults(): void {
  const { prototype } = FileSystemSyncAccessHandle;
  const { read, write, truncate, flush } = prototype;
  prototype.read = function (bytes, options) {
    return fails("read") ? fail() : read.call(this, bytes, options);
  };
  prototype.write = function (bytes, options) {
    if (!fails("write")) return write.call(this, bytes, options);
    if (faults.kind === "huge") return 4294967288;
    if (faults.kind !== "short") return fail();
    const half = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
    return write.call(this, half, options);
  };
  prototype.truncate = function (size) {
    if (fails("truncate")) fail();
    truncate.call(this, size);
  };
  prototype.flush = function () {
    if (fails("flush")) fail();
    flush.call(this);
  };
}
