// What an answer is made of. Text in here is source: a paragraph's is divided into
// inlines when it is drawn, since most paragraphs of a growing answer are not drawn
// again.

export type Align = "left" | "center" | "right" | null;

export type Block =
  | { kind: "paragraph"; text: string }
  | { kind: "heading"; level: number; text: string }
  /** `open` while its text may grow. */
  | { kind: "code"; language: string; text: string; open: boolean }
  /** A formula in lines of its own; `source` has the signs around it, too. */
  | { kind: "math"; tex: string; source: string }
  | { kind: "quote"; children: Block[] }
  /** What is folded away below its summary. */
  | { kind: "fold"; summary: string; unfolded: boolean; children: Block[] }
  | { kind: "notes"; notes: Note[] }
  | { kind: "list"; start: number | null; loose: boolean; items: Item[] }
  /** Rows are lines, the head first: `cellsOf` divides them. */
  | { kind: "table"; align: Align[]; rows: string[] }
  | { kind: "rule" }
  /** Too large or too deep to be laid out: shown as it was written. */
  | { kind: "plain"; text: string };

/** A footnote. Labels are compared as those of links are. */
export interface Note {
  label: string;
  text: string;
}

export interface Item {
  /** Whether a task is done; null for what is no task. */
  done: boolean | null;
  children: Block[];
}

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  /** `display` formulas stand in a line of their own. */
  | { kind: "math"; tex: string; source: string; display: boolean }
  | { kind: "break" }
  | { kind: "emphasis" | "strong" | "deleted" | Tag; children: Inline[] }
  /** Where a footnote belongs; `there` says whether there is one. */
  | { kind: "note"; label: string; there: boolean }
  /** `bare` links are written as their address. */
  | { kind: "link"; address: string; bare: boolean; children: Inline[] }
  | { kind: "image"; address: string; children: Inline[] };

/** The tags of HTML that mean something here; all others are text. */
export type Tag = "sub" | "sup" | "kbd" | "mark" | "u";

/** Addresses of reference links by their labels, as `labelOf` writes them. Those of footnotes begin with ^ and have none. */
export type Definitions = ReadonlyMap<string, string>;

/** Labels are compared without regard to case and to how much white space they hold. */
export function labelOf(text: string): string {
  return text.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase();
}

/** The words alone. */
export function wordsOf(inlines: readonly Inline[]): string {
  return inlines.map(wordsIn).join("");
}

function wordsIn(inline: Inline): string {
  if ("children" in inline) return wordsOf(inline.children);
  if (inline.kind === "math") return inline.source;
  if (inline.kind === "note") return `[${inline.label}]`;
  return inline.kind === "break" ? " " : inline.text;
}
