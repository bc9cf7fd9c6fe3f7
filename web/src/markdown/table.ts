import type { Align } from "./tree.js";

const delimiters = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** The alignment of each column, if this is the line below the head of a table. */
export function alignsOf(line: string): Align[] | null {
  if (!line.includes("|") || !delimiters.test(line)) return null;
  return cellsOf(line).map((cell) => {
    const [left, right] = [cell.startsWith(":"), cell.endsWith(":")];
    if (left && right) return "center";
    return left ? "left" : right ? "right" : null;
  });
}

/** The cells of a row: what lies between bars that no backslash escapes, even in code. */
export function cellsOf(line: string): string[] {
  const row = line.trim();
  const cells: string[] = [];
  let from = row.startsWith("|") ? 1 : 0;
  for (let at = from; at <= row.length; at++) {
    if (row[at] === "\\" && at + 1 < row.length) {
      at++;
      continue;
    }
    if (at < row.length && row[at] !== "|") continue;
    // What follows the last bar is no cell.
    if (at < row.length || from < row.length) cells.push(row.slice(from, at).trim().replaceAll("\\|", "|"));
    from = at + 1;
  }
  return cells;
}
