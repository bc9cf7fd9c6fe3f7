// Divides the text of a paragraph into inlines: CommonMark's rules, GitHub's
// strikethrough, bare addresses and footnotes, formulas, a few tags of HTML, and all
// others as the text they are.
//
// One pass makes a row of parts; delimiters and brackets that find a partner mark
// where something opens and closes; a second pass nests what lies between. No part
// is looked at more than a few times, so no text takes long.

import { bareAddressAt } from "./bare.js";
import { type Target, targetAt } from "./destination.js";
import { type Delimiter, Delimiters, flanks } from "./emphasis.js";
import { characterOf, escapable } from "./escapes.js";
import { formulaAt } from "./formula.js";
import { type Bracket, type OpenTag, type Part, nested } from "./nest.js";
import { type Definitions, type Inline, type Tag, labelOf } from "./tree.js";

/** Longer text is one piece: nobody writes such a paragraph, and no page lays it out fast. */
const longest = 16_000;

const special = /[\\`*_~[\]!<&$\n]|https?:\/\/|www\./gi;
const reference = /&(?:#[xX][0-9a-fA-F]{1,6}|#\d{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/y;
const angled = /<(?:([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>\x00-\x1f]*)|([\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}))>/y;
const tag = /<[A-Za-z/!?][^<>]*>/y;
const plainTag = /^<(\/?)(sub|sup|kbd|mark|u)>$/i;
const note = /\[\^([^\]\s^]{1,40})\]/y;
const lineBreak = /^<br[ \t]*\/?>$/i;
const label = /\[((?:[^[\]\\]|\\[^]){0,999})\]/y;

export function inlinesOf(source: string, definitions: Definitions): Inline[] {
  if (source.length > longest) return [{ kind: "text", text: source }];
  return nested(new Scanner(source, definitions).parts()) ?? [{ kind: "text", text: source }];
}

class Scanner {
  private readonly row: Part[] = [];
  private readonly delimiters = new Delimiters();
  private readonly brackets: Bracket[] = [];
  /** Tags that are open, from the outside in. */
  private readonly tags: OpenTag[] = [];
  /** Links hold no links: brackets below this place of `brackets` open none any more. */
  private spent = 0;
  private text = "";
  private at = 0;
  private ticks: Map<number, number[]> | undefined;

  constructor(
    private readonly source: string,
    private readonly definitions: Definitions,
  ) {}

  parts(): Part[] {
    while (this.at < this.source.length) {
      special.lastIndex = this.at;
      const found = special.exec(this.source);
      const next = found?.index ?? this.source.length;
      this.text += this.source.slice(this.at, next);
      this.at = next;
      if (found !== null) this.take(found[0]);
    }
    this.flush();
    this.delimiters.pair(null);
    return this.row;
  }

  private take(sign: string): void {
    switch (sign) {
      case "\\":
        return this.takeBackslash();
      case "`":
        return this.takeCode();
      case "$":
        return this.takeDollars();
      case "*":
      case "_":
      case "~":
        return this.takeDelimiter(sign);
      case "[":
        return this.takeBracket(false);
      case "!":
        return this.source[this.at + 1] === "[" ? this.takeBracket(true) : this.literal(1);
      case "]":
        return this.takeClosing();
      case "<":
        return this.takeAngled();
      case "&":
        return this.takeReference();
      case "\n":
        return this.takeLineEnd();
      default:
        return this.takeAddress(sign);
    }
  }

  private literal(length: number): void {
    this.text += this.source.slice(this.at, this.at + length);
    this.at += length;
  }

  private flush(): void {
    if (this.text !== "") this.row.push({ kind: "text", text: this.text });
    this.text = "";
  }

  private push(part: Part, length: number): void {
    this.flush();
    this.row.push(part);
    this.at += length;
  }

  private takeBackslash(): void {
    const next = this.source.charAt(this.at + 1);
    if (next === "\n") return this.push({ kind: "break" }, 2);
    if ((next === "(" || next === "[") && this.takesFormula()) return;
    if (escapable.test(next)) this.at++;
    this.literal(1);
  }

  private takeDollars(): void {
    if (this.takesFormula()) return;
    let length = 1;
    while (this.source[this.at + length] === "$") length++;
    this.literal(length);
  }

  private takesFormula(): boolean {
    const found = formulaAt(this.source, this.at);
    if (found === null) return false;
    const { tex, display, end } = found;
    this.push({ kind: "math", tex, display, source: this.source.slice(this.at, end) }, end - this.at);
    return true;
  }

  /** A line ends; two spaces before it break the line where it is shown, too. */
  private takeLineEnd(): void {
    let end = this.text.length;
    while (this.text[end - 1] === " ") end--;
    const hard = this.text.length - end > 1;
    this.text = this.text.slice(0, end);
    if (hard) return this.push({ kind: "break" }, 1);
    this.literal(1);
    this.flush();
  }

  private takeReference(): void {
    reference.lastIndex = this.at;
    const found = reference.exec(this.source);
    if (found === null) return this.literal(1);
    this.text += characterOf(found[0]);
    this.at += found[0].length;
  }

  /** Code goes to the next run of as many backticks. */
  private takeCode(): void {
    let length = 1;
    while (this.source[this.at + length] === "`") length++;
    const runs = this.runsOf(length);
    while (runs.length > 0 && (runs.at(-1) ?? 0) <= this.at) runs.pop();
    const end = runs.at(-1);
    if (end === undefined) return this.literal(length);
    let text = this.source.slice(this.at + length, end).replaceAll("\n", " ");
    if (text.startsWith(" ") && text.endsWith(" ") && text.trim() !== "") text = text.slice(1, -1);
    this.push({ kind: "code", text }, end + length - this.at);
  }

  /** Where runs of this many backticks begin, the last first. */
  private runsOf(length: number): number[] {
    if (this.ticks === undefined) {
      this.ticks = new Map();
      for (const { 0: run, index } of this.source.matchAll(/`+/g)) {
        const runs = this.ticks.get(run.length);
        if (runs === undefined) this.ticks.set(run.length, [index]);
        else runs.push(index);
      }
      for (const runs of this.ticks.values()) runs.reverse();
    }
    return this.ticks.get(length) ?? [];
  }

  private takeDelimiter(sign: "*" | "_" | "~"): void {
    let end = this.at + 1;
    while (this.source[end] === sign) end++;
    const length = end - this.at;
    if (sign === "~" && length !== 2) return this.literal(length);
    const delimiter: Delimiter = { kind: "delimiter", sign, length, left: length, ...flanks(this.source, this.at, end), opens: [], closes: [], previous: null, next: null, index: 0 };
    this.push(delimiter, length);
    this.delimiters.push(delimiter);
  }

  /** A footnote's mark: one that has its note, or a number, which will have. */
  private takesNote(): boolean {
    note.lastIndex = this.at;
    const label = note.exec(this.source)?.[1];
    if (label === undefined) return false;
    const there = this.definitions.has(labelOf(`^${label}`));
    if (!there && !/^\d{1,3}$/.test(label)) return false;
    this.push({ kind: "note", label, there }, label.length + 3);
    return true;
  }

  private takeBracket(image: boolean): void {
    if (!image && this.takesNote()) return;
    const length = image ? 2 : 1;
    const top = this.brackets.at(-1);
    if (top !== undefined) top.holdsBrackets = true;
    const bracket: Bracket = { kind: "bracket", image, at: this.at + length, before: this.delimiters.last, holdsBrackets: false, matched: null };
    this.push(bracket, length);
    this.brackets.push(bracket);
  }

  private takeClosing(): void {
    const bracket = this.brackets.pop();
    const dead = bracket === undefined || (!bracket.image && this.brackets.length < this.spent);
    this.spent = Math.min(this.spent, this.brackets.length);
    const target = dead ? null : (targetAt(this.source, this.at + 1) ?? this.referenceTarget(bracket));
    if (bracket === undefined || target === null) return this.literal(1);
    bracket.matched = target;
    // What was opened inside and not closed is text.
    while ((this.tags.at(-1)?.at ?? -1) >= bracket.at) this.tags.pop();
    this.flush();
    this.delimiters.pair(bracket.before);
    this.push({ kind: "close" }, target.end - this.at);
    if (!bracket.image) this.spent = this.brackets.length;
  }

  /** The target that was defined for the label after a closing bracket, or for the text before it. */
  private referenceTarget(bracket: Bracket): Target | null {
    if (this.definitions.size === 0) return null;
    label.lastIndex = this.at + 1;
    const found = label.exec(this.source);
    const end = found === null ? this.at + 1 : label.lastIndex;
    let name = found?.[1] ?? "";
    if (name === "") {
      if (bracket.holdsBrackets || this.at - bracket.at > 999) return null;
      name = this.source.slice(bracket.at, this.at);
    }
    const address = this.definitions.get(labelOf(name));
    return address === undefined ? null : { address, end };
  }

  private takeAngled(): void {
    angled.lastIndex = this.at;
    const found = angled.exec(this.source);
    if (found !== null) {
      const text = found[1] ?? found[2] ?? "";
      const address = found[1] ?? `mailto:${text}`;
      return this.push({ kind: "link", address, bare: true, children: [{ kind: "text", text }] }, found[0].length);
    }
    tag.lastIndex = this.at;
    const markup = tag.exec(this.source)?.[0];
    if (markup !== undefined && lineBreak.test(markup)) return this.push({ kind: "break" }, markup.length);
    if (markup !== undefined && this.takesTag(markup)) return;
    this.literal(markup?.length ?? 1);
  }

  /** A tag that means something, once the one is there that closes it. */
  private takesTag(markup: string): boolean {
    const [, slash, name = ""] = plainTag.exec(markup) ?? [];
    const kind = name.toLowerCase() as Tag;
    if (slash === "") {
      const opened: OpenTag = { kind: "tag", tag: kind, source: markup, at: this.at, before: this.delimiters.last, brackets: this.brackets.length, matched: false };
      this.push(opened, markup.length);
      this.tags.push(opened);
      return true;
    }
    const opened = this.tags.at(-1);
    if (slash === undefined || opened === undefined || opened.tag !== kind) return false;
    this.tags.pop();
    opened.matched = true;
    this.flush();
    this.delimiters.pair(opened.before);
    // Brackets that were opened inside are text, too.
    this.brackets.length = Math.min(this.brackets.length, opened.brackets);
    this.spent = Math.min(this.spent, this.brackets.length);
    this.push({ kind: "close" }, markup.length);
    return true;
  }

  private takeAddress(sign: string): void {
    const text = bareAddressAt(this.source, this.at);
    if (text === "") return this.literal(sign.length);
    const address = /^www/i.test(sign) ? `http://${text}` : text;
    this.push({ kind: "link", address, bare: true, children: [{ kind: "text", text }] }, text.length);
  }
}
