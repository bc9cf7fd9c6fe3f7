// Characters, bytes and words of a text, counted in short slices so that a long text
// does not hold up the keyboard.

export interface Measures {
  characters: number;
  bytes: number;
  words: number;
}

/** Longest time spent before the page gets its turn, in milliseconds. */
const slice = 6;

/** Looking at the clock costs as much as a few segments; do it now and then. */
const segmentsPerLook = 256;

/**
 * Words are those of the reader's locale rules, which also divide scripts written
 * without spaces. Characters are code points. Throws the signal's reason once aborted.
 */
export async function measure(text: string, signal: AbortSignal): Promise<Measures> {
  const words = new Intl.Segmenter(undefined, { granularity: "word" });
  const sums = { characters: 0, bytes: 0, words: 0 };
  let began = performance.now();
  let seen = 0;
  // A segmenter prepares its whole input at once, so long texts go in by lines.
  for (const part of parts(text)) {
    for (const { segment, isWordLike } of words.segment(part)) {
      if (isWordLike === true) sums.words++;
      add(sums, segment);
      if (++seen % segmentsPerLook !== 0 || performance.now() - began < slice) continue;
      await turn();
      signal.throwIfAborted();
      began = performance.now();
    }
  }
  return sums;
}

function add(sums: Measures, segment: string): void {
  for (let i = 0; i < segment.length; i++) {
    const unit = segment.charCodeAt(i);
    if (unit >= 0xdc00 && unit <= 0xdfff && i > 0) continue; // counted with its first half
    sums.characters++;
    if (unit < 0x80) sums.bytes++;
    else if (unit < 0x800) sums.bytes += 2;
    else if (unit >= 0xd800 && unit <= 0xdbff && i + 1 < segment.length) sums.bytes += 4;
    else sums.bytes += 3;
  }
}

function* parts(text: string): Generator<string> {
  const longest = 4096;
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + longest);
    if (to < text.length) {
      const line = text.lastIndexOf("\n", to - 1);
      const space = text.lastIndexOf(" ", to - 1);
      if (line > from) to = line + 1;
      else if (space > from) to = space + 1;
      else if (text.charCodeAt(to) >= 0xdc00 && text.charCodeAt(to) <= 0xdfff) to--;
    }
    yield text.slice(from, to);
    from = to;
  }
}

/** Lets events, input among them, be handled first. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
