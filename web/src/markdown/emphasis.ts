/** What runs of these signs make of the text between them. */
export type Mark = "emphasis" | "strong" | "deleted";

/** A run of stars, underscores or tildes. */
export interface Delimiter {
  kind: "delimiter";
  sign: "*" | "_" | "~";
  length: number;
  /** How many of its signs have no partner yet. */
  left: number;
  canOpen: boolean;
  canClose: boolean;
  /** What begins here, the inner first, and what ends here, the inner first. */
  opens: Mark[];
  closes: Mark[];
  previous: Delimiter | null;
  next: Delimiter | null;
  index: number;
}

const space = /\s/;
const punctuation = /[\p{P}\p{S}]/u;
/** Scripts that write no spaces: between them a word may begin or end anywhere. */
export const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/** Whether a run of signs from `at` to `end` can begin and end something, by what stands around it. */
export function flanks(source: string, at: number, end: number): { canOpen: boolean; canClose: boolean } {
  const before = characterBefore(source, at);
  const after = String.fromCodePoint(source.codePointAt(end) ?? 0x20);
  const [spaceBefore, spaceAfter] = [space.test(before), space.test(after)];
  const [signBefore, signAfter] = [punctuation.test(before), punctuation.test(after)];
  const opens = !spaceAfter && (!signAfter || spaceBefore || signBefore || unspaced.test(before));
  const closes = !spaceBefore && (!signBefore || spaceAfter || signAfter || unspaced.test(after));
  if (source[at] !== "_") return { canOpen: opens, canClose: closes };
  // Names such as snake_case are words.
  return { canOpen: opens && (!closes || signBefore), canClose: closes && (!opens || signAfter) };
}

function characterBefore(source: string, at: number): string {
  if (at === 0) return " ";
  const low = source.charCodeAt(at - 1);
  return low >= 0xdc00 && low < 0xe000 ? source.slice(at - 2, at) : source.charAt(at - 1);
}

/** The runs that may still find a partner, in their order. */
export class Delimiters {
  last: Delimiter | null = null;
  private count = 0;

  push(delimiter: Delimiter): void {
    delimiter.index = ++this.count;
    delimiter.previous = this.last;
    if (this.last !== null) this.last.next = delimiter;
    this.last = delimiter;
  }

  /**
   * Pairs the runs after `bottom`, and forgets them. A closing run takes the nearest
   * one that can open; those in between stay text. Where none was found for a kind of
   * closing run, none is sought again: that keeps the time linear.
   */
  pair(bottom: Delimiter | null): void {
    const lowest = new Map<string, number>();
    let closer = bottom === null ? this.first : bottom.next;
    while (closer !== null) {
      const key = `${closer.sign}${closer.canOpen}${closer.length % 3}`;
      const opener = closer.canClose ? openerOf(closer, Math.max(bottom?.index ?? 0, lowest.get(key) ?? 0)) : null;
      if (opener !== null) {
        this.join(opener, closer);
        if (closer.left > 0) continue;
      } else if (closer.canClose) {
        lowest.set(key, closer.previous?.index ?? 0);
      }
      const next: Delimiter | null = closer.next;
      if (opener !== null || (closer.canClose && !closer.canOpen)) this.remove(closer);
      closer = next;
    }
    this.last = bottom;
    if (bottom !== null) bottom.next = null;
  }

  private get first(): Delimiter | null {
    let first = this.last;
    while (first?.previous) first = first.previous;
    return first;
  }

  private join(opener: Delimiter, closer: Delimiter): void {
    const pairs = closer.left > 1 && opener.left > 1 ? 2 : 1;
    const mark = closer.sign === "~" ? "deleted" : pairs === 2 ? "strong" : "emphasis";
    opener.opens.push(mark);
    closer.closes.push(mark);
    opener.left -= pairs;
    closer.left -= pairs;
    opener.next = closer;
    closer.previous = opener;
    if (opener.left === 0) this.remove(opener);
  }

  private remove({ previous, next }: Delimiter): void {
    if (previous !== null) previous.next = next;
    if (next !== null) next.previous = previous;
    else this.last = previous;
  }
}

function openerOf(closer: Delimiter, above: number): Delimiter | null {
  for (let opener = closer.previous; opener !== null && opener.index > above; opener = opener.previous) {
    if (opener.sign !== closer.sign || !opener.canOpen) continue;
    // "If one of the delimiters can both open and close emphasis, then the sum of the
    // lengths must not be a multiple of 3 unless both lengths are."
    const both = closer.canOpen || opener.canClose;
    if (closer.sign !== "~" && both && closer.length % 3 !== 0 && (opener.length + closer.length) % 3 === 0) continue;
    return opener;
  }
  return null;
}
