// The page of the tests of the Markdown view: draws texts and looks at what was drawn.

import { render } from "preact";
import { Markdown } from "../../src/prose/markdown.js";
import { fetchMaths } from "../../src/prose/formula.js";
import { type Figures, measure } from "./measure.js";
import { random, randomMarkdown } from "./random.js";

/** What tests call on the page. */
export interface Stage {
  /** Fetches what sets formulas, so that they are set when they are drawn. */
  load(): Promise<void>;
  show(text: string, streaming?: boolean): void;
  /** What is wrong with what is drawn. */
  faults(): string[];
  /** What is drawn, with all attributes. */
  outline(): string;
  /** What is drawn, in short: without names, classes and what the page adds. */
  brief(): string;
  /** Draws each text at once, byte by byte, and in two parts at every byte, and says what was wrong. */
  play(texts: readonly string[]): string[];
  /** Draws random texts at once and piece by piece. */
  playRandom(seed: number, rounds: number): { updates: number; faults: string[] };
  /** Grows a text by some characters per frame. */
  grow(text: string, perFrame: number): Promise<Figures>;
}

declare global {
  interface Window {
    stage: Stage;
  }
}

const root = document.getElementById("root") as HTMLElement;

function show(text: string, streaming = false): void {
  render(<Markdown text={text} streaming={streaming} />, root);
}

const clear = () => render(null, root);

const shared = ["class", "dir", "title"];
const allowed: Record<string, readonly string[]> = {
  div: ["role", "tabindex", "aria-label", "data-display"], p: [], h3: [], h4: [], h5: [], h6: [], blockquote: [], hr: [], br: [], ul: ["aria-label"], ol: ["start"], li: ["data-note", "tabindex"],
  input: ["type", "disabled", "checked", "aria-label"], table: [], thead: [], tbody: [], tr: [], th: ["scope", "data-align"], td: ["data-align"],
  pre: ["role", "tabindex", "aria-label", "data-wrap"], code: [], em: [], strong: [], del: [], sub: [], sup: [], kbd: [], mark: [], u: [], details: ["open"], summary: [], span: ["role", "data-display"], bdi: ["data-sign"],
  a: ["href", "target", "rel"], button: ["type", "aria-pressed", "aria-label", "data-mark"],
  svg: ["viewBox", "aria-hidden"], path: ["d"], rect: ["width", "height", "x", "y", "rx", "ry"], circle: ["cx", "cy", "r"],
};

// Formulas: nothing that leads anywhere, loads anything or has a colour.
const token = ["style", "form", "fence", "stretchy", "separator", "lspace", "rspace", "minsize", "maxsize", "mathvariant", "movablelimits", "accent", "symmetric", "largeop"];
for (const name of "mi mn mo mtext mrow mstyle mpadded mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mphantom menclose".split(" ")) {
  allowed[name] = [...token, "width", "height", "depth", "voffset", "displaystyle", "scriptlevel", "linethickness", "notation", "mathsize", "columnspan"];
}
allowed["math"] = ["display"];
/** Styles of a formula are lengths, lines and where cells stand. */
const harmless = /^(?:(?:padding|margin|border|width|height|text-align|font-weight|math-depth)[a-z-]*: [-0-9a-z.% ]+; ?)*$/;

function faults(): string[] {
  const found: string[] = [];
  for (const element of root.querySelectorAll("*")) {
    const names = allowed[element.localName];
    if (names === undefined) found.push(`<${element.localName}>`);
    for (const { name, value } of element.attributes) {
      if (![...shared, ...(names ?? [])].includes(name)) found.push(`${element.localName} ${name}="${value}"`);
    }
    const style = element.getAttribute("style") ?? "";
    if (!harmless.test(style)) found.push(`${element.localName} style="${style}"`);
    if (element instanceof HTMLAnchorElement) found.push(...faultsOfLink(element));
  }
  return found;
}

function faultsOfLink(link: HTMLAnchorElement): string[] {
  const right =
    ["http:", "https:", "mailto:"].includes(link.protocol) &&
    /^(?:https?|mailto):/.test(link.getAttribute("href") ?? "") &&
    link.title === link.href &&
    link.target === "_blank" &&
    link.rel === "noopener noreferrer nofollow" &&
    link.parentElement?.closest("a") === null;
  return right ? [] : [`link to ${link.href}`];
}

/** What is drawn, as text: elements with their attributes, and text between them. */
function outline(of: Node = root): string {
  return [...of.childNodes]
    .map((node) => {
      if (!(node instanceof Element)) return JSON.stringify(node.nodeValue);
      const attributes = [...node.attributes].map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`).sort();
      if (node instanceof HTMLInputElement) attributes.push(` ${node.checked}`);
      return `<${node.localName}${attributes.join("")}>${outline(node)}</>`;
    })
    .join("");
}

const told = ["href", "start", "data-align", "data-sign"];

function brief(of: Node = root): string {
  return [...of.childNodes]
    .map((node) => {
      if (!(node instanceof Element)) return node.nodeValue ?? "";
      if (node.matches(".markdown, .formula, .code span")) return brief(node);
      // TeX would be shorter, and say less of what is seen.
      if (node.matches("math")) return `<${node.hasAttribute("display") ? "MATH" : "math"}>${node.textContent}</>`;
      if (node.matches(".code")) return `<pre>${node.querySelector(".code-language")?.textContent}|${brief(node.querySelector("code") ?? node)}</pre>`;
      if (node instanceof HTMLInputElement) return node.checked ? "[x]" : "[ ]";
      if (node instanceof SVGElement) return "";
      const attributes = told.filter((name) => node.hasAttribute(name)).map((name) => ` ${node.getAttribute(name)}`);
      const inside = brief(node);
      return node.matches("div") ? inside : `<${node.localName}${attributes.join("")}>${inside}${["br", "hr"].includes(node.localName) ? "" : `</${node.localName}>`}`;
    })
    .join("");
}

function play(texts: readonly string[]): string[] {
  const found: string[] = [];
  for (const text of texts) {
    const look = (where: string) => found.push(...faults().map((fault) => `${JSON.stringify(text)} ${where}: ${fault}`));
    const compare = (where: string, drawn: string) => {
      if (outline() !== drawn) found.push(`${JSON.stringify(text)} ${where}: ${outline()} and not ${drawn}`);
      clear();
    };
    show(text);
    look("at once");
    const whole = outline();
    clear();
    const parts = [...prefixesOf(text)];
    for (const part of parts) {
      show(part, true);
      look(`after ${part.length}`);
    }
    show(text);
    compare("byte by byte", whole);
    for (const part of parts) {
      show(part, true);
      show(text);
      compare(`cut after ${part.length}`, whole);
    }
  }
  return found;
}

/** The text as a decoder gives it that gets one byte after the other. */
function* prefixesOf(text: string): Generator<string> {
  const decoder = new TextDecoder();
  let part = "";
  for (const byte of new TextEncoder().encode(text)) {
    part += decoder.decode(new Uint8Array([byte]), { stream: true });
    yield part;
  }
}

function playRandom(seed: number, rounds: number): { updates: number; faults: string[] } {
  const next = random(seed);
  const found: string[] = [];
  let updates = 0;
  for (let round = 0; round < rounds; round++) {
    const text = randomMarkdown(next);
    show(text);
    const whole = outline();
    clear();
    const most = [1, 3, 20][Math.floor(next() * 3)] ?? 1;
    for (let at = 0; at < text.length; updates++) {
      at += 1 + Math.floor(next() * most);
      // Now and then the answer seems to be over, and goes on.
      show(text.slice(0, at), next() < 0.95);
    }
    show(text);
    found.push(...faults().map((fault) => `${JSON.stringify(text)}: ${fault}`));
    if (outline() !== whole) found.push(`${JSON.stringify(text)}: ${outline()} and not ${whole}`);
    clear();
  }
  return { updates, faults: found };
}

window.stage = {
  load: fetchMaths,
  show,
  faults,
  outline,
  brief,
  play,
  playRandom,
  grow: (text, perFrame) => measure(text, perFrame, root, show),
};
