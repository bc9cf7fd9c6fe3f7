/** Replace the UTF-16 units from `from` up to `to` by `text`. */
export interface Edit {
  from: number;
  to: number;
  text: string;
}

/**
 * The one replacement that turns `before` into `after`, or null when they are equal.
 * What a text field reports differs between keyboards, input methods and browsers;
 * the two values do not, so the edit is computed from them.
 *
 * Neither end of the replacement lies inside a surrogate pair: half a pair does not
 * survive the way through JSON to UTF-8.
 */
export function difference(before: string, after: string): Edit | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  if (splitsPair(before, from) || splitsPair(after, from)) from--;

  let same = 0;
  const rest = shorter - from;
  while (same < rest && before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)) same++;
  if (splitsPair(before, before.length - same) || splitsPair(after, after.length - same)) same--;

  return { from, to: before.length - same, text: after.slice(from, after.length - same) };
}

/** Whether the offset stands between the two halves of one character. */
export function splitsPair(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  const high = text.charCodeAt(offset - 1);
  const low = text.charCodeAt(offset);
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}
