/*! This script contains Temml (MIT, © Ron Kok), which is made from KaTeX (MIT, © Khan Academy) and mhchem (Apache-2.0, © Martin Hensel). */

// Makes MathML of TeX: a script of its own, fetched when the first formula is shown. The
// library's tree is not taken as it is: only elements, attributes and lengths that a formula
// needs get through, so that whatever the library can be brought to make, no formula leads
// anywhere, loads anything or leaves its place.

import "./formulas.css";
import temml from "temml";
import type { ComponentChild, VNode } from "preact";

/** The page's own function for making elements. */
export type Make = (name: string, properties: Record<string, unknown>, children: ComponentChild[]) => VNode;

/** What is larger or deeper stays text. */
const mostNodes = 4_000;
const deepest = 40;
/** Braces inside each other: the library calls itself for each. */
const mostBraces = 30;
/** The library's reader of chemical formulas takes long for long ones. */
const longestChemical = 400;
/** Lengths, in the units that the library writes. */
const largest = { em: 20, other: 200 };

/** A formula that defines something may take any time, and no answer needs one. */
const definition = /\\(?:[egx]?def|(?:re)?newcommand|providecommand|(?:future)?let|global|long|expandafter|definecolor|newenvironment|renewenvironment)(?![A-Za-z])/;
const chemical = /\\(?:ce|pu)(?![A-Za-z])/;
/** Numbers beside equations count through a document, which an answer is none of. */
const numbered = /\\(begin|end)\{(align|alignat|equation|gather)\}/g;

/** The elements of a formula, or null if it cannot be set. */
export function typeset(tex: string, display: boolean, make: Make): VNode | null {
  if (definition.test(tex) || bracesOf(tex) > mostBraces || (chemical.test(tex) && tex.length > longestChemical)) return null;
  try {
    const tree: unknown = temml.__renderToMathMLTree(tex.replace(numbered, "\\$1{$2*}"), {
      displayMode: display,
      throwOnError: true,
      trust: false,
      maxExpand: 1_000,
      maxSize: [largest.em, largest.other],
    });
    const [math] = new Copy(make).childrenOf([tree], 0);
    return isElement(math) && math.type === "math" ? math : null;
  } catch {
    // What the library cannot read, and what is too large or not allowed.
    return null;
  }
}

function bracesOf(tex: string): number {
  let [depth, most] = [0, 0];
  for (const sign of tex) {
    if (sign === "{") most = Math.max(most, ++depth);
    else if (sign === "}") depth--;
  }
  return most;
}

function isElement(child: ComponentChild | undefined): child is VNode {
  return typeof child === "object" && child !== null && "type" in child;
}

const elements = new Set(
  "math mrow mi mn mo mtext mspace ms mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd mstyle mpadded mphantom menclose".split(" "),
);

/** What each attribute may say. */
const attributes: Record<string, RegExp> = {
  accent: /^(?:true|false)$/, accentunder: /^(?:true|false)$/, fence: /^(?:true|false)$/, largeop: /^(?:true|false)$/, movablelimits: /^(?:true|false)$/,
  separator: /^(?:true|false)$/, stretchy: /^(?:true|false)$/, symmetric: /^(?:true|false)$/, displaystyle: /^(?:true|false)$/,
  display: /^block$/, form: /^(?:prefix|infix|postfix)$/, mathvariant: /^normal$/, scriptlevel: /^[+-]?\d$/, notation: /^[a-z ]{1,60}$/,
  columnspan: /^\d{1,2}$/, rowspan: /^\d{1,2}$/,
};
const lengths = ["width", "height", "depth", "lspace", "rspace", "voffset", "minsize", "maxsize", "linethickness", "mathsize"];
const length = /^([+-]?\d*\.?\d+)(em|ex|pt|px|mu|%|width|height)?$/;

/** Styles that are lengths, and those that draw the lines of tables and boxes, in the colour of the text. */
const spaces = ["padding", "paddingLeft", "paddingRight", "paddingTop", "paddingBottom", "marginLeft", "marginRight", "width", "height"];
const lines = ["border", "borderTop", "borderBottom", "borderLeft", "borderRight"];
const line = /^(\d*\.?\d+(?:em|px) (?:solid|dashed|double))(?: |$)/;
const words: Record<string, RegExp> = { textAlign: /^(?:left|right|center)$/, fontWeight: /^bold$/, mathDepth: /^\d$/ };

/** Characters that are not seen and change the order of others, or hide words. */
const hidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\u{e0000}-\u{e0fff}]/u;

/** Copies the library's tree to elements of the page. Throws if it is none of a formula. */
class Copy {
  private nodes = 0;

  constructor(private readonly make: Make) {}

  childrenOf(children: readonly unknown[], depth: number): ComponentChild[] {
    if (depth > deepest) throw new RangeError("too deep");
    return children.flatMap((child) => this.copy(child as Partial<Source>, depth));
  }

  private copy(node: Partial<Source>, depth: number): ComponentChild[] {
    if (++this.nodes > mostNodes) throw new RangeError("too large");
    const { type, text, children } = node;
    if (type === undefined && typeof text === "string") {
      if (hidden.test(text)) throw new TypeError("hidden characters");
      return [text];
    }
    if (children === undefined) throw new TypeError("no part of a formula");
    // A fragment has no name; nor has what the library leaves for numbers of equations.
    if (type === undefined || type === "") return this.childrenOf(children, depth);
    if (!elements.has(type)) throw new TypeError(`<${type}>`);
    return [this.make(type, { ...attributesOf(node), ...styleOf(node), ...classOf(node) }, this.childrenOf(children, depth + 1))];
  }
}

/** A node of the library's tree, as far as it is looked at. */
interface Source {
  type: string;
  text: string;
  children: readonly unknown[];
  attributes: Record<string, unknown>;
  style: Record<string, unknown>;
  classes: readonly unknown[];
}

function attributesOf({ attributes: given = {} }: Partial<Source>): Record<string, string> {
  const allowed: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const said = String(value);
    if (lengths.includes(name) ? isLength(said) : attributes[name]?.test(said) === true) allowed[name] = said;
  }
  return allowed;
}

function styleOf({ style = {} }: Partial<Source>): { style?: Record<string, string> } {
  const allowed: Record<string, string> = {};
  for (const [name, value] of Object.entries(style)) {
    const said = String(value);
    if (spaces.includes(name) && said.split(" ").every(isLength)) allowed[name] = said;
    else if (words[name]?.test(said) === true) allowed[name] = said;
    else if (lines.includes(name)) allowed[name] = line.exec(said)?.[1] ?? "";
  }
  return Object.keys(allowed).length === 0 ? {} : { style: allowed };
}

function classOf({ classes = [] }: Partial<Source>): { class?: string } {
  const names = classes.filter((name) => typeof name === "string" && /^[a-z][a-z0-9-]{1,20}$/.test(name));
  return names.length === 0 ? {} : { class: names.join(" ") };
}

/** Throws if it would take the formula out of its place. */
function isLength(said: string): boolean {
  const [, number, unit = ""] = length.exec(said) ?? [];
  if (number === undefined) return false;
  if (Math.abs(Number(number)) > (unit === "em" || unit === "ex" ? largest.em : largest.other)) throw new RangeError(said);
  return true;
}
