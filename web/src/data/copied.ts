// The rows of an answer as other programs take them: a table of Markdown, and markup.

import { flat } from "./csv.js";
import type { DataAnswer } from "./rows.js";

export interface Copied {
  markdown: string;
  html: string;
}

/** Rows as a table; null if they say no more than the text does. */
export function copiedOf({ columns, rows, truncated }: DataAnswer, more: string): Copied | null {
  if (rows.length < 2 && columns.length < 2) return null;
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => columns.map((_, i) => row[i] ?? ""))];
  const [head = [], ...body] = lines;
  const markdown = [line(head), line(head.map(() => "---")), ...body.map(line), ...(truncated ? ["", more] : [])].join("\n");
  const table = document.createElement("table");
  for (const [at, cells] of lines.entries()) {
    const row = table.insertRow();
    for (const cell of cells) row.appendChild(document.createElement(at === 0 ? "th" : "td")).textContent = flat(cell);
  }
  const note = document.createElement("p");
  note.textContent = more;
  return { markdown, html: markupOf(table) + (truncated ? markupOf(note) : "") };
}

function markupOf(element: Element): string {
  return new XMLSerializer().serializeToString(element).replaceAll(' xmlns="http://www.w3.org/1999/xhtml"', "");
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll(/[\\|]/g, String.raw`\$&`).replaceAll(/\s+/g, " ")).join(" | ")} |`;
}
