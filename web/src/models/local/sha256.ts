// SHA-256 in pieces (FIPS 180-4). WebCrypto takes a whole buffer only, and a model's
// file is larger than one should hold in memory.

/** Round constants: the fractions of the cube roots of the first 64 primes. */
const rounds = new Uint32Array(64);
/** The state at the beginning: the fractions of the square roots of the first eight. */
const initial = new Uint32Array(8);
for (let n = 2, found = 0; found < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) prime &&= n % d !== 0;
  if (!prime) continue;
  if (found < 8) initial[found] = fraction(Math.sqrt(n));
  rounds[found++] = fraction(Math.cbrt(n));
}

function fraction(x: number): number {
  return Math.floor((x - Math.floor(x)) * 2 ** 32);
}

export class Sha256 {
  private readonly state = initial.slice();
  private readonly words = new Uint32Array(64);
  /** The beginning of a block of 64 bytes. */
  private readonly rest = new Uint8Array(64);
  private held = 0;
  private length = 0;

  update(bytes: Uint8Array): this {
    this.length += bytes.length;
    let at = 0;
    if (this.held > 0) {
      at = Math.min(64 - this.held, bytes.length);
      this.rest.set(bytes.subarray(0, at), this.held);
      this.held += at;
      if (this.held < 64) return this;
      this.block(this.rest, 0);
    }
    for (; at + 64 <= bytes.length; at += 64) this.block(bytes, at);
    this.held = bytes.length - at;
    this.rest.set(bytes.subarray(at));
    return this;
  }

  /** The digest in hexadecimal. Nothing can be added after it. */
  digest(): string {
    const bits = this.length * 8;
    const end = new Uint8Array(this.held < 56 ? 64 - this.held : 128 - this.held);
    end[0] = 0x80;
    const view = new DataView(end.buffer);
    view.setUint32(end.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(end.length - 4, bits % 2 ** 32);
    this.update(end);
    return Array.from(this.state, (word) => word.toString(16).padStart(8, "0")).join("");
  }

  private block(bytes: Uint8Array, at: number): void {
    const w = this.words;
    for (let i = 0, j = at; i < 16; i++, j += 4) {
      w[i] = (bytes[j]! << 24) | (bytes[j + 1]! << 16) | (bytes[j + 2]! << 8) | bytes[j + 3]!;
    }
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15]!;
      const y = w[i - 2]!;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
    }
    const s = this.state;
    let a = s[0]! | 0, b = s[1]! | 0, c = s[2]! | 0, d = s[3]! | 0;
    let e = s[4]! | 0, f = s[5]! | 0, g = s[6]! | 0, h = s[7]! | 0;
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + rounds[i]! + w[i]!) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    s[0]! += a;
    s[1]! += b;
    s[2]! += c;
    s[3]! += d;
    s[4]! += e;
    s[5]! += f;
    s[6]! += g;
    s[7]! += h;
  }
}
