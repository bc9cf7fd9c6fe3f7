// Rows as a file for a spreadsheet. A spreadsheet takes what begins with =, +, -, @ or a
// control character for a formula and runs it, and rows are anybody's words: such a text is
// put behind an apostrophe. Numbers stay numbers.

import { type DataAnswer, numberOf } from "./rows.js";

const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

function field(cell: string): string {
  const safe = formula.test(cell) && numberOf(cell) === null ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** UTF-8 with the mark that spreadsheets know it by; NULL is an empty field. */
export function csvOf({ columns, rows }: Pick<DataAnswer, "columns" | "rows">): string {
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => columns.map((_, i) => row[i] ?? ""))];
  return `\ufeff${lines.map((line) => line.map(field).join(",")).join("\r\n")}\r\n`;
}

/** A cell on one line that a spreadsheet does not run. */
export function flat(cell: string): string {
  const one = cell.replaceAll(/[\t\r\n]+/g, " ");
  return formula.test(one) && numberOf(one) === null ? `'${one}` : one;
}

/** What is pasted into a spreadsheet: a tab between cells. */
export function tsvOf({ columns, rows }: Pick<DataAnswer, "columns" | "rows">): string {
  return [columns.map(({ name }) => flat(name)), ...rows.map((row) => columns.map((_, i) => flat(row[i] ?? "")))].map((line) => line.join("\t")).join("\n");
}

/** Hands the rows to the reader as a file. */
export function downloadCSV(answer: Pick<DataAnswer, "columns" | "rows">, name: string): void {
  const url = URL.createObjectURL(new Blob([csvOf(answer)], { type: "text/csv" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: `${fileName(name)}.csv` });
  link.click();
  // The download has its own hold on the bytes once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function fileName(question: string): string {
  const stem = question
    .normalize("NFKD")
    .toLocaleLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
  return stem.slice(0, 60) || "rows";
}
