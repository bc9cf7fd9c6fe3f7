// Files that the reader brings, in the pieces that requests carry.

const magic = "SQLite format 3\0";

/** Whether a file begins as an SQLite database does. */
export async function isBackup(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, magic.length).arrayBuffer());
  return head.length === magic.length && head.every((byte, i) => byte === magic.charCodeAt(i));
}

/** Whether a file is one list of JSON, as other programs export it, and not lines of JSON. */
export async function isTree(file: Blob): Promise<boolean> {
  const head = await file.slice(0, 1024).text();
  return head.trimStart().startsWith("[");
}

/**
 * A file in parts that end with a line, of `size` bytes at most unless a line is longer.
 * If one is longer than `longest`, `bytes` is null and the parts end there.
 */
export async function* partsOf(
  file: Blob,
  size: number,
  longest: number,
): AsyncGenerator<{ bytes: Uint8Array<ArrayBuffer> | null; end: number }> {
  let at = 0;
  while (at < file.size) {
    let length = 0;
    for (let reach = size; length === 0; reach = Math.min(2 * reach, longest)) {
      const isLast = at + reach >= file.size;
      const bytes = new Uint8Array(await file.slice(at, at + reach).arrayBuffer());
      length = isLast ? bytes.length : bytes.lastIndexOf(0x0a) + 1;
      if (length > 0) yield { bytes: bytes.subarray(0, length), end: at + length };
      else if (reach >= longest) return yield { bytes: null, end: at };
    }
    at += length;
  }
}

/** The text of UTF-8; null for what is not text. A mark at the beginning is left out. */
export function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Base64, made by the browser while the page goes on. */
export function base64Of(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(part);
  });
}

// TODO: drop the declaration when TypeScript's library has it, and the loop when all browsers do.
interface FromBase64 {
  fromBase64?(text: string): Uint8Array<ArrayBuffer>;
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const { fromBase64 } = Uint8Array as FromBase64;
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, base64);
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
