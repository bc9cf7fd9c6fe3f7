// PDFium without Emscripten's glue: what pdfium.wasm imports, and what Go calls of it. See
// internal/document/pdf: engine_js.go has the other side, and host.go is the same for the
// native program. There is no clock, no environment, and no file but one.

/** What Go calls. An exception, also a trap of PDFium, ends this instance. */
export interface PDFium {
  /** Gives the file that PDFium opens. The function fills bytes from a place of it, and says how many. */
  open(read: (at: number, into: Uint8Array) => number, size: number): void;
  /** Memory for arguments and results. It stays until the next call. */
  reserve(size: number): Uint8Array;
  /** Calls a function for each row of arguments in that memory, and leaves the results there. */
  each(name: string, width: number, rows: number): void;
  /** Some of PDFium's memory, until PDFium is called again. */
  view(address: number, size: number): Uint8Array;
}

const mostMemory = 256 << 20;
const pageSize = 65536;
const fileName = "/document.pdf\0";
/** Descriptor of the one file. */
const descriptor = 3;
/** PDFium reads 512 bytes at a time, and goes back and forth. */
const windowSize = 256 << 10;

// What imported functions answer if they do not do what they are asked.
const badFile = 8;
const invalid = 28;
const noFile = 44;
const notTerminal = 59;
const notPermitted = 63;

/** What longjmp throws. */
const jump = Symbol("longjmp");

type Call = (...args: number[]) => number;

export async function startPDFium(module: WebAssembly.Module): Promise<PDFium> {
  const file = openFile();
  const instance = await WebAssembly.instantiate(module, imports(() => exports, file));
  const exports = instance.exports as unknown as Exports;
  const functions = instance.exports as Record<string, Call | undefined>;
  exports.emscripten_stack_init();
  exports.__wasm_call_ctors();

  let room = new Uint32Array(0);
  return {
    open: file.open,
    reserve: (size) => {
      room = new Uint32Array((size + 3) >> 2);
      return new Uint8Array(room.buffer);
    },
    each: (name, width, rows) => {
      const call = functions[name];
      if (call === undefined) throw new Error(`PDFium has no function ${name}`);
      const at = (i: number) => room[i] ?? 0;
      // A result never stands behind the arguments of its own row. Arguments are spread only
      // where calls are few: letters are asked for with two to four.
      for (let i = 0; i < rows; i++) {
        const from = width * i;
        if (width === 0) room[i] = call();
        else if (width === 1) room[i] = call(at(from));
        else if (width === 2) room[i] = call(at(from), at(from + 1));
        else if (width === 3) room[i] = call(at(from), at(from + 1), at(from + 2));
        else if (width === 4) room[i] = call(at(from), at(from + 1), at(from + 2), at(from + 3));
        else room[i] = call(...room.subarray(from, from + width));
      }
    },
    view: (address, size) => new Uint8Array(exports.memory.buffer, address >>> 0, size),
  };
}

interface Exports {
  memory: WebAssembly.Memory;
  __indirect_function_table: WebAssembly.Table;
  emscripten_stack_init(): void;
  __wasm_call_ctors(): void;
  emscripten_stack_get_current(): number;
  _emscripten_stack_restore(at: number): void;
  setThrew(threw: number, value: number): void;
}

/** The file, of which a part is kept. */
function openFile() {
  let read: (at: number, into: Uint8Array) => number = () => 0;
  let from = 0;
  let part = new Uint8Array(0);
  const file = {
    size: 0,
    at: 0,
    open: (how: typeof read, size: number) => {
      [read, file.size, file.at, from, part] = [how, size, 0, 0, new Uint8Array(0)];
    },
    /** Copies what is at the place of the file, and moves that. */
    read: (into: Uint8Array): number => {
      let done = 0;
      while (done < into.length && file.at < file.size) {
        if (file.at < from || file.at >= from + part.length) {
          from = file.at - (file.at % windowSize);
          const fresh = new Uint8Array(Math.min(windowSize, file.size - from));
          part = fresh.subarray(0, read(from, fresh));
          if (file.at >= from + part.length) break;
        }
        const some = part.subarray(file.at - from, file.at - from + into.length - done);
        into.set(some, done);
        done += some.length;
        file.at += some.length;
      }
      return done;
    },
  };
  return file;
}

function imports(exports: () => Exports, file: ReturnType<typeof openFile>): WebAssembly.Imports {
  const bytes = (at: number, size: number) => new Uint8Array(exports().memory.buffer, at >>> 0, size);
  const words = () => new DataView(exports().memory.buffer);
  const answers = (value: number) => () => value;
  const clear = (at: number, size: number) => void bytes(at, size).fill(0);
  /** Calls a function of PDFium's table, to which longjmp returns. */
  const invoke = (index: number, ...args: number[]) => {
    const at = exports().emscripten_stack_get_current();
    try {
      return (exports().__indirect_function_table.get(index) as Call)(...args);
    } catch (thrown) {
      if (thrown !== jump) throw thrown;
      exports()._emscripten_stack_restore(at);
      exports().setThrew(1, 0);
      return 0;
    }
  };
  const grow = (wanted: number): number => {
    const { memory } = exports();
    if (wanted >>> 0 > mostMemory) return 0;
    const missing = (wanted >>> 0) - memory.buffer.byteLength;
    try {
      if (missing <= 0) return 0;
      memory.grow(Math.ceil(missing / pageSize));
      return 1;
    } catch {
      return 0;
    }
  };
  const open = (_folder: number, name: number): number => {
    const asked = String.fromCharCode(...bytes(name, fileName.length));
    if (asked !== fileName) return -noFile;
    file.at = 0;
    return descriptor;
  };
  const status = (which: number, into: number): number => {
    if (which !== descriptor) return -badFile;
    clear(into, 96);
    words().setUint32(into + 4, 0o100444, true);
    words().setUint32(into + 8, 1, true);
    words().setBigUint64(into + 24, BigInt(file.size), true);
    words().setUint32(into + 32, 4096, true);
    return 0;
  };
  const read = (which: number, parts: number, count: number, result: number): number => {
    if (which !== descriptor) return badFile;
    let total = 0;
    for (let i = 0; i < count; i++) {
      const size = words().getUint32(parts + 8 * i + 4, true);
      const done = file.read(bytes(words().getUint32(parts + 8 * i, true), size));
      total += done;
      if (done < size) break;
    }
    words().setUint32(result, total, true);
    return 0;
  };
  const seek = (which: number, by: bigint, whence: number, result: number): number => {
    if (which !== descriptor) return badFile;
    const at = Number(by) + (whence === 1 ? file.at : whence === 2 ? file.size : 0);
    if (at < 0) return invalid;
    file.at = at;
    words().setBigUint64(result, BigInt(at), true);
    return 0;
  };
  const writeNothing = (_which: number, parts: number, count: number, result: number): number => {
    let total = 0;
    for (let i = 0; i < count; i++) total += words().getUint32(parts + 8 * i + 4, true);
    words().setUint32(result, total, true);
    return 0;
  };
  return {
    env: {
      invoke_ii: invoke,
      invoke_iii: invoke,
      invoke_iiii: invoke,
      invoke_iiiii: invoke,
      invoke_viii: invoke,
      _emscripten_throw_longjmp: () => {
        throw jump;
      },
      _abort_js: () => {
        throw new Error("PDFium has aborted");
      },
      _tzset_js: (at: number) => clear(at, 4),
      _localtime_js: (_time: bigint, at: number) => clear(at, 44),
      _gmtime_js: (_time: bigint, at: number) => clear(at, 44),
      emscripten_date_now: answers(0),
      emscripten_resize_heap: grow,
      __syscall_openat: open,
      __syscall_fstat64: status,
      __syscall_fcntl64: answers(0),
      __syscall_ioctl: answers(-notTerminal),
      __syscall_stat64: answers(-noFile),
      __syscall_lstat64: answers(-noFile),
      __syscall_newfstatat: answers(-noFile),
      __syscall_getdents64: answers(-badFile),
      __syscall_ftruncate64: answers(-notPermitted),
      __syscall_unlinkat: answers(-notPermitted),
      __syscall_rmdir: answers(-notPermitted),
    },
    wasi_snapshot_preview1: {
      fd_close: answers(0),
      fd_sync: answers(0),
      fd_read: read,
      fd_seek: seek,
      fd_write: writeNothing,
      environ_get: answers(0),
      environ_sizes_get: (count: number, size: number) => {
        clear(count, 4);
        clear(size, 4);
        return 0;
      },
    },
  };
}
