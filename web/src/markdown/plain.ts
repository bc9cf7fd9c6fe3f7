// An answer as words alone: for a screen reader, and for what takes no Markdown.

import { Growing } from "./growing.js";
import { inlinesOf } from "./inline.js";
import { cellsOf } from "./table.js";
import { type Block, type Definitions, type Inline } from "./tree.js";

/** The words of a text of Markdown, with its lines and without its signs. */
export function plainOf(markdown: string): string {
  const { blocks, definitions } = new Growing().read(markdown, false);
  return blocks.map(({ block }) => plainBlock(block, definitions)).join("\n\n");
}

function plainBlock(block: Block, definitions: Definitions): string {
  const words = (text: string) => plainInlines(inlinesOf(text, definitions));
  const inside = (children: readonly Block[], gap: string) => children.map((child) => plainBlock(child, definitions)).join(gap);
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return words(block.text);
    case "code":
    case "plain":
      return block.text;
    case "math":
      return block.tex.trim();
    case "quote":
      return inside(block.children, "\n\n");
    case "fold":
      return [words(block.summary), inside(block.children, "\n\n")].filter((part) => part !== "").join("\n\n");
    case "notes":
      return block.notes.map(({ label, text }) => `${label}. ${words(text)}`).join("\n");
    case "list":
      return block.items.map(({ children }, i) => `${block.start === null ? "•" : `${block.start + i}.`} ${inside(children, "\n")}`).join("\n");
    case "table":
      return block.rows.map((row) => cellsOf(row).map(words).join("\t")).join("\n");
    case "rule":
      return "";
    default:
      return block satisfies never;
  }
}

function plainInlines(inlines: readonly Inline[]): string {
  return inlines
    .map((inline): string => {
      switch (inline.kind) {
        case "text":
        case "code":
          return inline.text;
        case "math":
          return inline.tex.trim();
        case "break":
          return "\n";
        case "note":
          return ` (${inline.label})`;
        default:
          return plainInlines(inline.children);
      }
    })
    .join("");
}
