// Blocks while their lines are still being read.

import { notesOf, takeDefinitions } from "./definitions.js";
import { unescaped } from "./escapes.js";
import { longestFormula } from "./formula.js";
import { type Align, type Block, type Item, labelOf } from "./tree.js";

/** The first line and the last that is not blank. */
interface Lines {
  from: number;
  to: number;
}

export interface Paragraph extends Lines {
  kind: "paragraph";
  lines: string[];
}

export interface Fence extends Lines {
  kind: "fence";
  /** The characters that opened it; as many or more of them close it. */
  mark: string;
  indent: number;
  info: string;
  lines: string[];
  open: boolean;
}

/** A formula in lines of its own. One that never ends is a paragraph. */
export interface Formula extends Lines {
  kind: "formula";
  closer: string;
  lines: string[];
  open: boolean;
}

export interface Indented extends Lines {
  kind: "indented";
  lines: string[];
}

export interface Table extends Lines {
  kind: "table";
  /** Whether its head was the last line of the paragraph before it, in the root. */
  cut: boolean;
  align: Align[];
  rows: string[];
}

export interface Container extends Lines {
  kind: "root" | "quote" | "item" | "fold";
  /** How far the text of an item is indented. */
  indent: number;
  children: Draft[];
}

/** What lies between <details> and </details>. */
export interface Fold extends Container {
  kind: "fold";
  summary: string | null;
  unfolded: boolean;
}

export interface List extends Lines {
  kind: "list";
  /** What its items begin with; another sign begins another list. */
  mark: string;
  start: number | null;
  items: Container[];
}

export function listOf(mark: string, start: number | null, first: Container): List {
  const items = [first];
  return {
    kind: "list",
    mark,
    start,
    items,
    from: first.from,
    get to() {
      return items.at(-1)?.to ?? first.to;
    },
  };
}

export interface Heading extends Lines {
  kind: "heading";
  level: number;
  text: string;
}

export interface Rule extends Lines {
  kind: "rule";
}

/** Blocks whose text may go on in the next line. */
export type Leaf = Paragraph | Fence | Formula | Indented | Table;

export type Draft = Leaf | Heading | Rule | List | (Container & { kind: "quote" }) | Fold;

/** The blocks of drafts. What definitions they hold goes to `define` and is not shown. */
export function finished(drafts: readonly Draft[], define: (label: string, address: string) => void): Block[] {
  return drafts.flatMap((draft): Block[] => {
    switch (draft.kind) {
      case "paragraph": {
        const text = takeDefinitions(draft.lines.join("\n"), define).trimEnd();
        const notes = notesOf(text);
        for (const { label } of notes ?? []) define(labelOf(`^${label}`), "");
        if (notes !== null) return [{ kind: "notes", notes }];
        return text === "" ? [] : [{ kind: "paragraph", text }];
      }
      case "heading":
        return [{ kind: "heading", level: draft.level, text: draft.text }];
      case "fence":
        return [{ kind: "code", language: unescaped(draft.info).trim().split(/\s/, 1)[0] ?? "", text: draft.lines.join("\n"), open: draft.open }];
      case "formula":
        return [formulaOf(draft)];
      case "indented":
        return [{ kind: "code", language: "", open: false, text: draft.lines.slice(0, draft.to - draft.from + 1).join("\n") }];
      case "table":
        return [{ kind: "table", align: draft.align, rows: draft.rows }];
      case "quote":
        return [{ kind: "quote", children: finished(draft.children, define) }];
      case "fold":
        return [{ kind: "fold", summary: draft.summary ?? "", unfolded: draft.unfolded, children: finished(draft.children, define) }];
      case "list":
        return [{ kind: "list", start: draft.start, loose: isLoose(draft), items: draft.items.map((item) => finishedItem(item, define)) }];
      case "rule":
        return [{ kind: "rule" }];
      default:
        return draft satisfies never;
    }
  });
}

function formulaOf({ lines, open, closer }: Formula): Block {
  const source = lines.join("\n").trimEnd();
  const tex = source.slice(2, -closer.length);
  if (open || tex.trim() === "" || tex.length > longestFormula) return { kind: "paragraph", text: source };
  return { kind: "math", tex, source };
}

const task = /^\[([ xX])\][ \t]+(?=\S)/;

function finishedItem(item: Container, define: (label: string, address: string) => void): Item {
  const [first, ...others] = item.children;
  const [line = "", ...lines] = first?.kind === "paragraph" ? first.lines : [];
  const box = task.exec(line);
  if (first?.kind !== "paragraph" || box === null) return { done: null, children: finished(item.children, define) };
  const rest: Paragraph = { ...first, lines: [line.slice(box[0].length), ...lines] };
  return { done: box[1] !== " ", children: finished([rest, ...others], define) };
}

/** A list is loose if a blank line lies between its items, or between the blocks of one. */
function isLoose({ items }: List): boolean {
  return hasGap(items) || items.some(({ children }) => hasGap(children));
}

function hasGap(parts: readonly Lines[]): boolean {
  return parts.some(({ to }, i) => {
    const next = parts[i + 1];
    return next !== undefined && next.from !== to + 1;
  });
}
