import type { Delimiter } from "./emphasis.js";
import type { Inline, Tag } from "./tree.js";

/** What opens a link or an image, and what closes it: `matched` is set when both are found. */
export interface Bracket {
  kind: "bracket";
  image: boolean;
  /** Where the text after the bracket begins. */
  at: number;
  /** The last delimiter before it. */
  before: Delimiter | null;
  /** A label holds no brackets, so that one with others inside is none. */
  holdsBrackets: boolean;
  matched: { address: string } | null;
}

/** A tag that opens something, if `matched` says that it is closed. */
export interface OpenTag {
  kind: "tag";
  tag: Tag;
  source: string;
  /** Where it stands, the last delimiter before it, and how many brackets are open there. */
  at: number;
  before: Delimiter | null;
  brackets: number;
  matched: boolean;
}

/** What one pass over a paragraph makes of it, in the order of the text. */
export type Part = Inline | Delimiter | Bracket | OpenTag | { kind: "close" };

/** Inlines inside each other; text that goes deeper is shown as it was written. */
const deepest = 24;

/** Puts what lies between an opening and a closing part inside of an inline; null if that goes too deep. */
export function nested(parts: readonly Part[]): Inline[] | null {
  const root: Inline[] = [];
  const stack = [root];
  let inner = root;
  const open = (inline: Inline & { children: Inline[] }) => {
    inner.push(inline);
    inner = inline.children;
    stack.push(inner);
  };
  const close = () => {
    stack.pop();
    inner = stack.at(-1) ?? root;
  };
  for (const part of parts) {
    switch (part.kind) {
      case "delimiter":
        for (const _ of part.closes) close();
        if (part.left > 0) addText(inner, part.sign.repeat(part.left));
        for (const kind of part.opens.toReversed()) open({ kind, children: [] });
        break;
      case "bracket":
        if (part.matched === null) addText(inner, part.image ? "![" : "[");
        else if (part.image) open({ kind: "image", address: part.matched.address, children: [] });
        else open({ kind: "link", address: part.matched.address, bare: false, children: [] });
        break;
      case "tag":
        if (part.matched) open({ kind: part.tag, children: [] });
        else addText(inner, part.source);
        break;
      case "close":
        close();
        break;
      case "text":
        addText(inner, part.text);
        break;
      default:
        inner.push(part);
    }
    if (stack.length > deepest) return null;
  }
  return root;
}

/** Text beside text is one text. */
function addText(inlines: Inline[], text: string): void {
  const last = inlines.at(-1);
  if (last?.kind === "text") last.text += text;
  else inlines.push({ kind: "text", text });
}
