// Reads the lines of an answer into blocks: the block structure of CommonMark, with
// the tables and tasks of GitHub and without HTML, which is text here but for what
// folds other blocks away.
//
// A line is compared with what is open: first the containers, from the outside in,
// then what begins in the rest of it, and what is left is text. Nothing looks ahead
// and a line changes the innermost open block only, so what is closed stays as it is
// whatever follows. Each line takes time in proportion to its length.

import { Cursor } from "./cursor.js";
import { takeDefinitions } from "./definitions.js";
import { type Container, type Draft, type Fold, type Formula, type Leaf, type Paragraph, listOf } from "./drafts.js";
import { closingIn } from "./formula.js";
import { blockOf, closesFence, endsFold, foldOf, levelOf, markerOf, summaryOf } from "./starts.js";
import { alignsOf, cellsOf } from "./table.js";

/** Quotes and items inside each other; deeper ones are text. */
const deepest = 16;
/** A table that is wider is text. */
const mostColumns = 100;

export class Reader {
  private readonly root: Container = { kind: "root", indent: 0, from: 0, to: 0, children: [] };
  /** The open containers, from the outside in. */
  private readonly open: Container[] = [this.root];
  /** The open block of the innermost container, if its text may go on. */
  private leaf: Leaf | null = null;
  private lines = 0;
  /** The fold that the line ends which is being read, by its place among the open containers; 0 if it ends none. */
  private ending = 0;
  /** Blocks, items and cells so far. */
  private made = 0;
  /** What `made` was when each block of the root began. */
  private readonly madeBefore: number[] = [];

  get drafts(): readonly Draft[] {
    return this.root.children;
  }

  /** How many of the drafts no line will change, and the next can be read again without. */
  get closed(): number {
    const last = this.drafts.at(-1);
    const grows = this.open.length > 1 || this.leaf !== null || last?.kind === "list";
    if (!grows) return this.drafts.length;
    // The head of a table may be something else without the paragraph it was the last line of.
    return this.drafts.length - (this.leaf?.kind === "table" && this.leaf.cut ? 2 : 1);
  }

  /** Whether the next line is code until a fence ends it. */
  get fenced(): boolean {
    return this.leaf?.kind === "fence";
  }

  /** How many parts the n-th draft is made of. */
  partsOf(n: number): number {
    return (this.madeBefore[n + 1] ?? this.made) - (this.madeBefore[n] ?? 0);
  }

  /** No line will be added to code that is open. */
  end(): void {
    if (this.leaf?.kind === "fence") this.leaf.open = false;
  }

  read(text: string): void {
    const line = new Cursor(text);
    const matched = this.match(line);
    if (this.ending > 0) this.endFold();
    else if (this.leaf !== null && matched === this.open.length && this.takesLine(this.leaf, line)) this.touch();
    else this.begin(line, matched);
    this.lines++;
  }

  /** Skips the marks of the containers that go on in this line, and counts them; finds the fold that it ends. */
  private match(line: Cursor): number {
    this.ending = 0;
    for (let n = 1; n < this.open.length; n++) {
      const container = this.open[n];
      if (container?.kind === "quote") {
        if (line.indent > 3 || line.line[line.next] !== ">") return n;
        skipQuote(line);
        this.touch(n);
      } else if (container?.kind === "fold") {
        // It goes on until a line ends it. In code that line is code.
        if (!line.blank) this.touch(n);
        if (!this.fenced && endsFold(line.words)) this.ending = n;
      } else if (container !== undefined) {
        // An item may begin with a blank line, but not with two.
        if (line.blank ? container.children.length === 0 : line.indent < container.indent) return n;
        line.skipColumns(container.indent);
      }
    }
    return this.open.length;
  }

  /** Adds the line to code that is open, or ends that. */
  private takesLine(leaf: Leaf, line: Cursor): boolean {
    switch (leaf.kind) {
      case "fence":
        if (line.indent < 4 && closesFence(line.words, leaf.mark)) {
          this.end();
          this.leaf = null;
          return true;
        }
        line.skipColumns(leaf.indent);
        leaf.lines.push(line.rest);
        return true;
      case "formula":
        return this.takesFormula(leaf, line);
      case "indented":
        if (!line.blank && line.indent < 4) {
          this.leaf = null;
          return false;
        }
        line.skipColumns(4);
        leaf.lines.push(line.rest);
        return !line.blank;
      case "table":
      case "paragraph":
        return false;
      default:
        return leaf satisfies never;
    }
  }

  /** A blank line ends a formula that has no end, as it does in TeX. */
  private takesFormula(leaf: Formula, line: Cursor): boolean {
    if (line.blank) {
      this.leaf = null;
      return false;
    }
    leaf.lines.push(line.words);
    const closing = closingIn(line.words, leaf.closer);
    if (closing === "none") return true;
    leaf.to = this.lines;
    if (closing === "end") {
      leaf.open = false;
      this.leaf = null;
    } else {
      // Words follow it in its line: it is part of a paragraph.
      this.leaf = { kind: "paragraph", from: leaf.from, to: leaf.to, lines: leaf.lines };
      this.inner.children[this.inner.children.length - 1] = this.leaf;
    }
    return true;
  }

  /** Opens what begins in this line, and gives the rest of it to the innermost block. */
  private begin(line: Cursor, matched: number): void {
    // Only what begins ends the containers that were not matched: a paragraph goes on without their marks.
    const start = () => this.close(matched);
    while (!line.blank) {
      const paragraph = this.leaf?.kind === "paragraph" ? this.leaf : null;
      if (line.indent > 3) {
        if (paragraph !== null) break;
        start();
        line.skipColumns(4);
        this.leaf = this.add({ kind: "indented", ...this.here, lines: [line.rest] });
        return this.touch();
      }
      const own = matched === this.open.length ? paragraph : null;
      if (own !== null && (this.underlines(own, line.words) || this.beginTable(own, line.words))) return this.touch();
      const block = blockOf(line.words, line.indent, this.lines);
      if (block !== null) {
        start();
        this.add(block);
        if (block.kind === "fence" || (block.kind === "formula" && block.open)) this.leaf = block;
        return this.touch();
      }
      if (matched > deepest) break;
      if (this.foldsAway(line, matched, start)) return this.touch();
      const container = line.words.startsWith(">") ? this.beginQuote(line, start) : this.beginItem(line, own !== null, start);
      if (container === null) break;
      this.open.push(container);
      this.touch();
      matched++;
    }
    this.addText(line, matched);
  }

  private addText(line: Cursor, matched: number): void {
    if (line.blank) {
      if (matched < this.open.length) this.close(matched);
      else if (this.leaf?.kind === "paragraph" || this.leaf?.kind === "table") this.leaf = null;
      return;
    }
    if (this.leaf?.kind === "paragraph") {
      this.leaf.lines.push(line.words);
    } else if (this.leaf?.kind === "table" && matched === this.open.length) {
      this.made += this.leaf.align.length;
      this.leaf.rows.push(line.words);
    } else {
      this.close(matched);
      this.leaf = this.add({ kind: "paragraph", ...this.here, lines: [line.words] });
    }
    this.touch();
  }

  /** Makes a paragraph a heading if this line underlines it. */
  private underlines(paragraph: Paragraph, words: string): boolean {
    const level = levelOf(words);
    if (level === 0) return false;
    const all = paragraph.lines.join("\n");
    const text = takeDefinitions(all, () => {});
    if (text.trim() === "") return false;
    this.cut(paragraph, text === all ? [] : [all.slice(0, -text.length)]);
    this.add({ kind: "heading", ...this.here, from: paragraph.from, level, text: text.trimEnd() });
    return true;
  }

  /** Makes the last line of a paragraph the head of a table if this line lies below one. */
  private beginTable(paragraph: Paragraph, words: string): boolean {
    const align = alignsOf(words);
    const head = paragraph.lines.at(-1) ?? "";
    if (align === null || align.length > mostColumns || cellsOf(head).length !== align.length) return false;
    this.cut(paragraph, paragraph.lines.slice(0, -1));
    const cut = this.open.length === 1 && paragraph.lines.length > 0;
    this.leaf = this.add({ kind: "table", ...this.here, from: this.lines - 1, cut, align, rows: [head] });
    this.made += align.length;
    return true;
  }

  /** Keeps these lines of the open paragraph only; one without any is gone. */
  private cut(paragraph: Paragraph, lines: string[]): void {
    this.leaf = null;
    paragraph.lines = lines;
    paragraph.to = this.lines - 2;
    if (lines.length > 0) return;
    this.inner.children.pop();
    if (this.open.length === 1) this.madeBefore.pop();
  }

  private beginQuote(line: Cursor, start: () => void): Container {
    start();
    skipQuote(line);
    const quote = { kind: "quote" as const, ...this.here, indent: 0, children: [] };
    this.add(quote);
    return quote;
  }

  /** Begins what is folded away, or takes its summary. Nothing else stands in such a line. */
  private foldsAway(line: Cursor, matched: number, start: () => void): boolean {
    const { inner } = this;
    if (inner.kind === "fold" && matched === this.open.length && inner.children.length === 0) {
      const fold = inner as Fold;
      const summary = fold.summary === null ? summaryOf(line.words) : null;
      if (summary !== null) fold.summary = summary;
      if (summary !== null) return true;
    }
    const found = foldOf(line.words);
    if (found === null) return false;
    start();
    const fold: Fold = { kind: "fold", ...this.here, ...found, indent: 0, children: [] };
    this.add(fold);
    this.open.push(fold);
    return true;
  }

  /** Ends a fold, with all that is open in it. */
  private endFold(): void {
    this.touch(this.ending);
    this.close(this.ending);
  }

  private beginItem(line: Cursor, inParagraph: boolean, start: () => void): Container | null {
    const found = markerOf(line.words, inParagraph);
    if (found === null) return null;
    start();
    const before = line.indent + found.length;
    line.skipMarker(found.length);
    // Five columns or more begin code, which is indented by four of them.
    const gap = line.blank || line.indent > 4 ? 1 : line.indent;
    line.skipColumns(gap);
    const item: Container = { kind: "item", ...this.here, indent: before + gap, children: [] };
    const last = this.inner.children.at(-1);
    this.made++;
    if (last?.kind === "list" && last.mark === found.mark) last.items.push(item);
    else this.add(listOf(found.mark, found.start, item));
    return item;
  }

  private get inner(): Container {
    return this.open.at(-1) ?? this.root;
  }

  private get here() {
    return { from: this.lines, to: this.lines };
  }

  private add<D extends Draft>(draft: D): D {
    if (this.open.length === 1) this.madeBefore.push(this.made);
    this.made++;
    this.inner.children.push(draft);
    return draft;
  }

  private close(matched: number): void {
    this.end();
    this.open.length = matched;
    this.leaf = null;
  }

  /** The line belongs to what is open, down to the n-th container, or to the innermost block. */
  private touch(n?: number): void {
    for (const container of n === undefined ? this.open : this.open.slice(0, n + 1)) container.to = this.lines;
    if (n === undefined && this.leaf !== null) this.leaf.to = this.lines;
  }
}

function skipQuote(line: Cursor): void {
  line.skipMarker(1);
  line.skipColumns(1);
}
