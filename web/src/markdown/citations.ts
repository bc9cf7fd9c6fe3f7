// Where an answer cites its sources: [2], [1, 3], [2-4] or 【4】, as internal/prompt/cited.go
// reads them. A link or its definition is none.

const marks = /[[【]\s*(\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*)\s*[\]】](?![(:])/g;

/** Some text, or a number that is cited. */
export type CitedPart = { text: string } | { number: number };

/** Divides a text at the numbers that it cites; null if there are none. */
export function citedIn(text: string): readonly CitedPart[] | null {
  const parts: CitedPart[] = [];
  let from = 0;
  for (const { index, 0: mark } of text.matchAll(marks)) {
    for (const { index: at, 0: digits } of mark.matchAll(/\d+/g)) {
      parts.push({ text: text.slice(from, index + at) }, { number: Number(digits) });
      from = index + at + digits.length;
    }
  }
  return parts.length === 0 ? null : [...parts, { text: text.slice(from) }];
}
