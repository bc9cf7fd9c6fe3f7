// Gives the reader a file that is made in parts: into a place they choose where the
// browser lets them, else as a download.

/** A file that is being written. Nothing is there before `close`. */
export interface Sink {
  /** The name it has got. */
  name: string;
  write(part: Uint8Array<ArrayBuffer> | string): Promise<void>;
  close(): Promise<void>;
  /** Throws away what was written. */
  abort(): Promise<void>;
}

export interface FileKind {
  extension: string;
  mime: string;
  description: string;
}

// TODO: drop the declarations when TypeScript's DOM library has them.
interface SaveFileHandle extends FileSystemFileHandle {
  remove?(): Promise<void>;
}
type SavePicker = (options: {
  suggestedName: string;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<SaveFileHandle>;

/**
 * Asks where to put a file, where the browser can ask. Must be called while a click is
 * being handled. Returns null if the reader has decided against it.
 */
export async function saveFile(stem: string, kind: FileKind): Promise<Sink | null> {
  const name = `${stem}.${kind.extension}`;
  const pick = (globalThis as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;
  if (pick === undefined) return download(name, kind.mime);
  try {
    const types = [{ description: kind.description, accept: { [kind.mime]: [`.${kind.extension}`] } }];
    return await place(await pick.call(globalThis, { suggestedName: name, types }));
  } catch (error) {
    const { name: cause } = error as DOMException;
    // Closed by the reader, or already open.
    if (cause === "AbortError" || cause === "NotAllowedError") return null;
    return download(name, kind.mime);
  }
}

async function place(handle: SaveFileHandle): Promise<Sink> {
  // Written beside the file and put in its place by close().
  const stream = await handle.createWritable();
  return {
    name: handle.name,
    write: (part) => stream.write(part),
    close: () => stream.close(),
    async abort() {
      await stream.abort();
      // The dialog has made an empty file if there was none.
      if ((await handle.getFile()).size === 0) await handle.remove?.();
    },
  };
}

function download(name: string, mime: string): Sink {
  const parts: BlobPart[] = [];
  return {
    name,
    async write(part) {
      parts.push(part);
    },
    async close() {
      const url = URL.createObjectURL(new Blob(parts, { type: mime }));
      const link = document.createElement("a");
      link.href = url;
      link.download = name;
      link.click();
      // The download has its own hold on the bytes once it has begun.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
    async abort() {
      parts.length = 0;
    },
  };
}

/** What the dialog offers first for a backup; what is in a file is looked at in any case. */
export const backupFiles = ".sqlite,.sqlite3,.db";

/** Asks for a file to read. Must be called while a click is being handled. */
export function pickFile(accept: string): Promise<File | null> {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accept;
  return new Promise((resolve) => {
    input.addEventListener("change", () => resolve(input.files?.[0] ?? null));
    input.addEventListener("cancel", () => resolve(null));
    input.click();
  });
}
