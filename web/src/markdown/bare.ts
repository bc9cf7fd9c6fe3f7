// Addresses that are written without any marks around them.

/** An address goes to white space, to what encloses it, and to the punctuation of scripts that write no spaces. */
const run = /(?:https?:\/\/|www\.)[^\s<>"`|[\]\x00-\x1f\u2018-\u201f\u2026\u3000-\u303f\uff00-\uff65]+/iy;
const host = /^(?:https?:\/\/|www\.)[^\s/?#]*[\p{L}\p{N}]/iu;

/** The address that begins here, or nothing. The punctuation after it belongs to the sentence. */
export function bareAddressAt(source: string, at: number): string {
  if (at > 0 && /[A-Za-z0-9]/.test(source.charAt(at - 1))) return "";
  run.lastIndex = at;
  const found = run.exec(source)?.[0] ?? "";
  const text = found.slice(0, endOf(found));
  return host.test(text) ? text : "";
}

function endOf(text: string): number {
  let open = 0;
  for (const c of text) open += c === "(" ? 1 : c === ")" ? -1 : 0;
  let end = text.length;
  for (; end > 0; end--) {
    const c = text.charAt(end - 1);
    // A parenthesis that closes belongs to the address if it was opened there.
    if (c === ")" && open < 0) open++;
    else if (!/[?!.,:;*_~']/.test(c)) break;
  }
  return end;
}
