/*! This script contains highlight.js (BSD-3-Clause, © 2006 Ivan Sagalaev). */

// The worker that finds out what is what in code. It has no document and makes no markup:
// the library's tokens become lengths and colours. It is a worker because some texts take
// the library's patterns minutes; the page ends it then, and starts another.

import type { Emitter } from "highlight.js";
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import markdown from "highlight.js/lib/languages/markdown";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import shell from "highlight.js/lib/languages/shell";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { type Asked, type Colour, type Row, type Told, colours } from "./colour.js";
import type { Language } from "./languages.js";

const languages: Record<Language, typeof go> = {
  bash, c, cpp, csharp, css, diff, dockerfile, go, ini, java, javascript, json, kotlin, markdown, php, python, ruby, rust,
  shell, sql, swift, typescript, xml, yaml,
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** By the first part of a scope's name; what is not here has the colour of what is around it. */
const coloured: Record<string, Colour> = {
  keyword: "word", type: "word", name: "word", section: "word", "selector-tag": "word", "selector-pseudo": "word",
  string: "value", number: "value", literal: "value", regexp: "value", symbol: "value", char: "value", code: "value", link: "value", bullet: "value",
  comment: "remark", quote: "remark", doctag: "remark", meta: "remark", prompt: "remark",
  subst: "plain", addition: "added", deletion: "removed",
};

/** Takes the library's tokens as they are found. */
class Runs implements Emitter {
  readonly runs: number[] = [];
  private readonly open: number[] = [0];

  addText(text: string): void {
    this.add(text.length, this.open.at(-1) ?? 0);
  }

  startScope(scope: string): void {
    const around = this.open.at(-1) ?? 0;
    const colour = coloured[scope.split(".", 1)[0] ?? ""];
    // Words inside of values are values: true and null in JSON.
    const same = colour === undefined || (colour === "word" && colours[around] === "value");
    this.open.push(same ? around : colours.indexOf(colour));
  }

  endScope(): void {
    if (this.open.length > 1) this.open.pop();
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  /** Code in another language, such as a script in a page. */
  __addSublanguage({ runs }: Runs): void {
    for (let i = 0; i < runs.length; i += 2) this.add(runs[i] ?? 0, runs[i + 1] ?? 0);
  }

  finalize(): void {}

  closeAllNodes(): void {}

  toHTML(): string {
    return "";
  }

  private add(length: number, colour: number): void {
    const last = this.runs.length - 1;
    if (length === 0) return;
    if (last > 0 && this.runs[last] === colour) this.runs[last - 1] = (this.runs[last - 1] ?? 0) + length;
    else this.runs.push(length, colour);
  }
}

hljs.configure({ __emitter: Runs });

function rowOf(language: Language, text: string): Row | null {
  const { _emitter, illegal, errorRaised } = hljs.highlight(text, { language, ignoreIllegals: true });
  return _emitter instanceof Runs && !illegal && errorRaised === undefined ? Uint32Array.from(_emitter.runs) : null;
}

/** What this file needs of a worker's globals, which the page's types do not have. */
interface Scope {
  onmessage: ((message: MessageEvent<Asked>) => void) | null;
  postMessage(told: Told): void;
}

const scope = globalThis as unknown as Scope;

scope.onmessage = ({ data: { id, language, text } }) => {
  let row: Row | null = null;
  try {
    row = rowOf(language, text);
  } catch {
    // A bug of the library's: the text stays as it is.
  }
  scope.postMessage({ kind: "row", id, row });
};
scope.postMessage({ kind: "ready" });
