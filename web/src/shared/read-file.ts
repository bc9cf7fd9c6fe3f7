// Files that the reader brings, in the pieces that requests carry.

const magic = "SQLite format 3\0";

/** Whether a file begins as an SQLite database does. */
export async function isBackup(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, magic.length).arrayBuffer());
  return head.length === magic.length && head.every((byte, i) => byte === magic.charCodeAt(i));
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
