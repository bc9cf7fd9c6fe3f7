// Numbers of a text that the rows below it do not have: a model may get one wrong, and
// nobody would see it. What follows simply from the rows counts as theirs: how many there
// are, their sums and averages, shares, differences, and rounded forms of all these.

import { type DataAnswer, isNumeric, numberOf } from "./rows.js";

export interface Found {
  text: string;
  start: number;
  end: number;
}

const written = /(?<![\p{L}\d_])[-−]?\d+(?:[.,\u00a0\u202f' ]\d{3})*(?:[.,]\d+)?(?![\p{L}\d_])/gu;
/** So many cells are compared with each other. */
const most = 60;

/** The numbers of a text that neither the question nor the rows have. */
export function unsupported(text: string, answer: DataAnswer): Found[] {
  if (answer.rows.length === 0) return [];
  const known = numbersOf(answer);
  const words = [answer.question, answer.reading, answer.sql, ...answer.columns.map(({ name }) => name), ...answer.rows.flatMap((row) => row.map((cell) => cell ?? ""))].join(" ");
  return [...text.matchAll(written)]
    .map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }))
    .filter(({ text: one, start }) => !isPlace(text, start) && !words.includes(one) && !readings(one).some((value) => supports(known, value, one)));
}

/** The number of a list's item, or a mark like [1]. */
function isPlace(text: string, start: number): boolean {
  return /(?:^|\n)\s*$/.test(text.slice(0, start)) && /^\d+[.)]\s/.test(text.slice(start)) ? true : text[start - 1] === "[";
}

/** A comma may group digits or begin a fraction. */
function readings(one: string): number[] {
  const plain = one.replace("−", "-").replaceAll(/[\u00a0\u202f' ]/g, "");
  return [...new Set([plain.replaceAll(",", ""), plain.replaceAll(".", "").replace(",", ".")])].map(Number).filter((value) => !Number.isNaN(value));
}

function numbersOf(answer: DataAnswer): number[] {
  const { columns, rows } = answer;
  const known: number[] = [rows.length, columns.length];
  for (const at of columns.keys()) {
    if (!isNumeric(answer, at)) continue;
    const values = rows.flatMap((row) => numberOf(row[at]) ?? []);
    if (values.length === 0) continue;
    const sum = values.reduce((a, b) => a + b, 0);
    const ordered = values.toSorted((a, b) => a - b);
    const middle = ordered[Math.floor(ordered.length / 2)] ?? 0;
    known.push(...values, sum, sum / values.length, middle);
    const few = values.slice(0, most);
    for (const a of few) {
      if (sum !== 0) known.push((100 * a) / sum);
      for (const b of few) {
        known.push(a - b);
        if (b !== 0) known.push(a / b, (100 * (a - b)) / b, (100 * a) / b);
      }
    }
  }
  return known;
}

/** Whether a number is one of the known, as exactly as it is written. */
function supports(known: readonly number[], value: number, one: string): boolean {
  const digits = /[.,](\d{1,2})$/.exec(one)?.[1]?.length ?? 0;
  const within = 0.5 * 10 ** -digits + 1e-9;
  return known.some((have) => Math.abs(Math.abs(have) - Math.abs(value)) <= within || (Math.abs(value) >= 1000 && Number.isInteger(Math.log10(Math.abs(value) / leading(value))) && Math.abs(Math.abs(have) - Math.abs(value)) <= Math.abs(have) * 0.005));
}

/** A round number without its zeros. */
function leading(value: number): number {
  let rest = Math.abs(value);
  while (rest >= 10 && rest % 10 === 0) rest /= 10;
  return rest;
}
