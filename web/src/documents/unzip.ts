// The files of a ZIP archive, one after another. Nothing that it says of itself is trusted:
// what is unpacked is counted, and an entry ends where it is longer than it may be.

/** The most that an archive may have: files, bytes of one, bytes of all. */
const mostFiles = 5_000;
const mostBytes = 64_000_000;
const mostAll = 256_000_000;

export interface Packed {
  name: string;
  file(): Promise<File | null>;
}

/** What is in an archive; null if it cannot be read as one. A file is null if it is too large, or packed in a way that is not known. */
export async function unzip(archive: Blob): Promise<Packed[] | null> {
  const tail = await bytesOf(archive.slice(Math.max(0, archive.size - 65_557)));
  const end = lastIndexOf(tail, 0x06054b50);
  if (end < 0) return null;
  const count = tail.getUint16(end + 10, true);
  const size = tail.getUint32(end + 12, true);
  const from = tail.getUint32(end + 16, true);
  if (count > mostFiles || from + size > archive.size) return null;
  const list = await bytesOf(archive.slice(from, from + size));
  const found: Packed[] = [];
  let all = 0;
  for (let at = 0; at + 46 <= list.byteLength && found.length < count; ) {
    if (list.getUint32(at, true) !== 0x02014b50) return null;
    const flags = list.getUint16(at + 8, true);
    const method = list.getUint16(at + 10, true);
    const packed = list.getUint32(at + 20, true);
    const unpacked = list.getUint32(at + 24, true);
    const nameLength = list.getUint16(at + 28, true);
    const place = list.getUint32(at + 42, true);
    const name = new TextDecoder(flags & 0x800 ? "utf-8" : "latin1").decode(new Uint8Array(list.buffer, list.byteOffset + at + 46, nameLength));
    at += 46 + nameLength + list.getUint16(at + 30, true) + list.getUint16(at + 32, true);
    if (name.endsWith("/")) continue;
    all += unpacked;
    const fits = !(flags & 1) && unpacked <= mostBytes && all <= mostAll;
    found.push({ name, file: async () => (fits ? await unpack(archive, place, packed, unpacked, method, name) : null) });
  }
  return found;
}

async function unpack(archive: Blob, place: number, packed: number, unpacked: number, method: number, name: string): Promise<File | null> {
  const head = await bytesOf(archive.slice(place, place + 30));
  if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50) return null;
  const from = place + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const data = archive.slice(from, from + packed);
  const shortName = name.split("/").at(-1) ?? name;
  if (method === 0) return new File([data], shortName);
  if (method !== 8) return null;
  const parts: BlobPart[] = [];
  let length = 0;
  try {
    const reader = data.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (let { done, value } = await reader.read(); !done && value !== undefined; { done, value } = await reader.read()) {
      length += value.length;
      if (length > unpacked) {
        await reader.cancel();
        return null;
      }
      parts.push(value);
    }
  } catch {
    return null; // it is damaged
  }
  return new File(parts, shortName);
}

async function bytesOf(part: Blob): Promise<DataView> {
  return new DataView(await part.arrayBuffer());
}

function lastIndexOf(view: DataView, signature: number): number {
  for (let at = view.byteLength - 22; at >= 0; at--) if (view.getUint32(at, true) === signature) return at;
  return -1;
}
