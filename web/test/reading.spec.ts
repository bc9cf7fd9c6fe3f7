// Documents are read in the page as they are natively: the same blocks, the same
// sentences. What the native tests read is read here, too.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Page } from "@playwright/test";
import { reading as words } from "../src/text/reading.js";
import { addressOf } from "./built.js";
import { expect, open, test } from "./fixture.js";
import { type Made, type Outcome, give, read, readers, shown, shownPDF } from "./reading/read.js";

const project = join(import.meta.dirname, "../..");
const office = join(project, "internal/document/read/testdata");
const pdf = join(project, "internal/document/pdf/testdata");

/** Files that the native tests make and what came of each there: see the Makefile. */
const hostile = join(project, "build/test/hostile");

/** The longest part there is: but for one block that is longer. */
const longestPart = 512 << 10;
/** A page that answers within this works, on a machine that has other things to do, too. */
const soon = 3_000;

interface Known {
  path: string;
  want: string;
}

/** The files of a folder of which it is known what came of them, which another file says. */
function known(folder: string, other: (name: string) => string): Known[] {
  return readdirSync(folder)
    .map((name) => [join(folder, name), other(name)] as const)
    .filter(([path, other]) => path !== other && existsSync(other))
    .map(([path, other]) => ({ path, want: readFileSync(other, "utf8") }));
}

const fixturesOf = {
  office: () => known(office, (name) => join(office, "golden", `${name}.txt`)),
  pdf: () => known(pdf, (name) => join(pdf, name.replace(/\.pdf$/, ".golden"))),
  /** The refused ones stand in the test that wants their sentences. */
  refused: (): Known[] =>
    [...readFileSync(join(office, "../refuse_test.go"), "utf8").matchAll(/^\t"([\w.]+)": +"(.+)",$/gm)].map(([, name = "", sentence = ""]) => ({
      path: join(office, name),
      want: `error: ${sentence}\n`,
    })),
};

/** What came of a file, in the words of its native test. */
function told(path: string, outcome: Outcome): string {
  if (outcome.said === undefined) return `error: ${outcome.refused ?? outcome.thrown}\n`;
  return path.endsWith(".pdf") ? shownPDF(outcome) : shown(outcome);
}

/** Long texts that differ are not worth a diff. */
function expectSame(path: string, outcome: Outcome, want: string): void {
  const got = told(path, outcome);
  if (got.length + want.length < 100_000) expect.soft(got, path).toBe(want);
  else expect.soft(got === want, path).toBe(true);
  for (const { blocks, size } of outcome.parts) expect.soft(blocks === 1 || size < longestPart, path).toBe(true);
}

test("documents are read as they are natively, or refused with the same sentence", async ({ page }) => {
  const all = [...fixturesOf.office(), ...fixturesOf.pdf(), ...fixturesOf.refused()];
  expect(all.length).toBeGreaterThan(45);
  await open(page);
  await give(page, all.map(({ path }) => path));
  for (const [place, { path, want }] of all.entries()) {
    const outcome = await read(page, place);
    expectSame(path, outcome, want);
    if (outcome.refused === undefined) expect.soft([outcome.told[0], outcome.told.at(-1), outcome.taken.at(-1)], path).toEqual([0, 1, 1]);
  }
});

/** Files that no program would make, or that came only in part. */
function damaged(): Made[] {
  const word = readFileSync(join(office, "pandoc.docx"));
  const article = readFileSync(join(pdf, "article.pdf"));
  return Object.entries({
    "half.docx": word.subarray(0, word.length / 2),
    "half.pdf": article.subarray(0, article.length / 2),
    "called.pdf": word,
    "called.docx": article,
    "empty.docx": Buffer.alloc(0),
    "zeros.txt": Buffer.alloc(1 << 20),
    "mark.pdf": Buffer.from("%PDF-1.7\n"),
    "deep.html": Buffer.from("<div>".repeat(200_000)),
    "deep.json": Buffer.from("[".repeat(1 << 20)),
    "line.txt": Buffer.from("Moles dig in the ground. ".repeat(40_000)),
    "flipped.pdf": Buffer.from(article.map((byte, i) => (i % 97 === 0 ? byte ^ 4 : byte))),
    "wide.csv": Buffer.from("a,".repeat(500_000)),
  }).map(([name, buffer]) => ({ name, mimeType: "", buffer }));
}

test("a damaged file ends with a sentence or its text, and its worker with it", async ({ page }) => {
  const all = damaged();
  await open(page);
  await give(page, all);
  for (const [place, { name }] of all.entries()) {
    const outcome = await read(page, place);
    expect.soft(outcome.thrown, name).toBeUndefined();
    expect.soft(outcome.refused ?? "", name).toMatch(/^$|^(This|There|None|Burrow).*\.$/);
    expect.soft(Object.values(words), name).not.toContain(outcome.refused);
    expect.soft(outcome.refused === undefined, name).toBe(outcome.blocks.length > 0);
    expect.soft(outcome.waited, name).toBeLessThan(soon);
  }
  await expect.poll(() => readers(page).length).toBe(0);
});

for (const [kind, isOf] of Object.entries({ "Office files, web pages and texts": (path: string) => !path.endsWith(".pdf"), "PDF files": (path: string) => path.endsWith(".pdf") })) {
  test(`hostile ${kind} end as they do natively while the page goes on`, async ({ page }) => {
    test.setTimeout(5 * 60_000);
    const all = known(hostile, (name) => join(hostile, `${name}.want`)).filter(({ path }) => isOf(path));
    expect(all.length).toBeGreaterThan(25);
    await open(page);
    await give(page, all.map(({ path }) => path));
    const times: string[] = [];
    for (const [place, { path, want }] of all.entries()) {
      const began = performance.now();
      const reading = read(page, place);
      expect(await page.evaluate(() => document.readyState)).toBe("complete");
      const outcome = await reading;
      times.push(`${basename(path)}: ${Math.round(performance.now() - began)} ms, the page waited ${Math.round(outcome.waited)} ms`);
      expectSame(path, outcome, want);
      expect.soft(outcome.waited, path).toBeLessThan(soon);
      await expect.poll(() => readers(page).length).toBe(0);
    }
    await test.info().attach("times", { body: times.join("\n"), contentType: "text/plain" });
    if (process.env["TIMES"] !== undefined) console.log(times.join("\n"));
  });
}

for (const name of ["reader.js", "reader.wasm", "pdfium.wasm"]) {
  test(`without ${name}, what to do is said, and done later`, async ({ page, guard }) => {
    guard.allowed.push(/Failed to load resource/);
    await open(page);
    await give(page, [join(pdf, "letter.pdf")]);
    await page.route(`**${addressOf(name)}`, (route) => route.abort());
    expect((await read(page, 0)).refused).toBe(words.notLoaded);
    await page.unroute(`**${addressOf(name)}`);
    expect((await read(page, 0)).said?.type).toBe("application/pdf");
  });
}

/** Has the page start another script than the worker's. */
async function instead(page: Page, script: string): Promise<void> {
  await page.route(`**${addressOf("reader.js")}`, async (route) => route.fulfill({ response: await route.fetch(), body: script }));
}

const started = `postMessage({ kind: "started", modules: {} });`;

const endless = `onmessage = () => { ${started} };`;

test("reading stops when the reader wants that, or leaves", async ({ page }) => {
  await instead(page, endless);
  await open(page);
  await give(page, [join(office, "marks.docx")]);
  for (const [stop, outcome] of [
    [() => globalThis.stopReading.abort("enough"), { thrown: "enough" }],
    [() => void dispatchEvent(new Event("pagehide")), { refused: words.left }],
  ] as const) {
    const reading = read(page, 0);
    await expect.poll(() => readers(page).length).toBe(1);
    await page.evaluate(stop);
    expect(await reading).toMatchObject(outcome);
    await expect.poll(() => readers(page).length).toBe(0);
  }
});

for (const [what, script, sentence] of [
  ["is never ready", "", words.notLoaded],
  ["never ends", endless, words.tooLong],
] as const) {
  test(`a worker that ${what} is given up`, async ({ page }) => {
    await page.clock.install();
    await instead(page, script);
    await open(page);
    await give(page, [join(office, "marks.docx")]);
    const reading = read(page, 0);
    await expect.poll(() => readers(page).length).toBe(1);
    await page.clock.runFor(59_000);
    expect(readers(page)).toHaveLength(1);
    await page.clock.runFor(60_000);
    expect((await reading).refused).toBe(sentence);
    await expect.poll(() => readers(page).length).toBe(0);
  });
}

test("a worker that crashes is said to", async ({ page }) => {
  await instead(page, `onmessage = () => { ${started} setTimeout(() => { throw new Error("crash"); }); };`);
  await open(page);
  await give(page, [join(office, "marks.docx")]);
  expect((await read(page, 0)).refused).toBe(words.crashed);
});
