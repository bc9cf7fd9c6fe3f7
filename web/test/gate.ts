// The journeys of the gate: gate.txt says which tests they are.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Suite, TestCase } from "@playwright/test/reporter";

/** A test by its file and its title, with the titles of what it stands in. */
interface Journey {
  file: string;
  title: string;
}

function journeys(): Journey[] {
  const found: Journey[] = [];
  let file = "";
  for (const line of readFileSync(join(import.meta.dirname, "gate.txt"), "utf8").split("\n")) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) continue;
    if (line === text) file = text;
    else found.push({ file, title: text });
  }
  return found;
}

/** For Playwright's `grep`, which looks at project, file and titles with a blank between them. */
export function gateTitles(): RegExp[] {
  return journeys().map(({ file, title }) => new RegExp(`^\\S+ ${quoted(file)} ${quoted(title.replaceAll(" › ", " "))}$`));
}

const quoted = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** A sentence for each journey that is not exactly one of the tests that run. */
export function gateFaults(suite: Suite): string[] {
  const found = new Map<string, number>();
  for (const test of suite.allTests()) {
    const name = nameOf(test);
    found.set(name, (found.get(name) ?? 0) + 1);
  }
  const faults: string[] = [];
  for (const { file, title } of journeys()) {
    const name = `${file} ${title}`;
    const tests = found.get(name) ?? 0;
    if (tests !== 1) faults.push(`gate.txt names "${title}" of ${file}, which is ${tests === 0 ? "no test" : `${tests} tests`}`);
    found.delete(name);
  }
  return [...faults, ...[...found.keys()].map((name) => `${name} runs, but gate.txt does not name it`)];
}

/** The file of a test and its titles, as gate.txt has them. */
export function nameOf(test: TestCase): string {
  const [, , file = "", ...titles] = test.titlePath();
  return `${file} ${titles.join(" › ")}`;
}
