// Files are read in the page as it reads them: by the script that it fetches for that, in
// a worker of its own.

import type { Page } from "@playwright/test";
import type { Block } from "../../src/core/protocol.gen.js";
import type { ReadDocument } from "../../src/storage/reader/parts.js";
import { addressOf } from "../built.js";

/** What came of a file. */
export interface Outcome {
  said?: ReadDocument;
  blocks: Block[];
  /** How many blocks each part had, and how many characters as JSON. */
  parts: { blocks: number; size: number }[];
  /** The longest that the page was kept from something else meanwhile, in milliseconds. */
  waited: number;
  /** How much had been read, and then been handed over, each time that it was told. */
  told: number[];
  taken: number[];
  /** The sentence that says why it was not read. */
  refused?: string;
  /** What else was thrown. */
  thrown?: string;
}

declare global {
  var stopReading: AbortController;
}

type Script = typeof import("../../src/storage/reader/documents.js");

/** A file that is not on the disk. */
export interface Made {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Has the page ready to read some files, which it knows by their place in the list. */
export async function give(page: Page, files: string[] | Made[]): Promise<void> {
  await page.evaluate(() => {
    document.querySelector("#reading")?.remove();
    const input = document.createElement("input");
    Object.assign(input, { type: "file", multiple: true, id: "reading" });
    document.body.append(input);
  });
  await page.setInputFiles("#reading", files);
}

/** Reads the file at a place in the list. What came goes from the page to the test as text: 400,000 blocks would take long. */
export async function read(page: Page, place: number): Promise<Outcome> {
  const text = await page.evaluate(
    async ([script, place]) => {
      const { readDocument, ReadRefused } = (await import(script)) as Script;
      const file = document.querySelector<HTMLInputElement>("#reading")?.files?.[place];
      if (file === undefined) throw new Error("there is no such file");
      const scriptURL = (url: string) => globalThis.burrowEarly?.policy?.createScriptURL(url) ?? url;
      const outcome: Outcome = { blocks: [], parts: [], waited: 0, told: [], taken: [] };
      let beat = performance.now();
      const heart = setInterval(() => {
        outcome.waited = Math.max(outcome.waited, performance.now() - beat);
        beat = performance.now();
      }, 1);
      const take = async (blocks: Block[], progress: number) => {
        for (const block of blocks) outcome.blocks.push(block);
        outcome.parts.push({ blocks: blocks.length, size: JSON.stringify(blocks).length });
        outcome.taken.push(progress);
      };
      globalThis.stopReading = new AbortController();
      try {
        outcome.said = await readDocument({ scriptURL }, file, take, (done) => void outcome.told.push(done), globalThis.stopReading.signal);
      } catch (error) {
        outcome[error instanceof ReadRefused ? "refused" : "thrown"] = error instanceof Error ? error.message : String(error);
      }
      clearInterval(heart);
      return JSON.stringify(outcome);
    },
    [addressOf("documents.js"), place] as const,
  );
  return JSON.parse(text) as Outcome;
}

/** The workers of a page that read files. */
export const readers = (page: Page) => page.workers().filter((worker) => new URL(worker.url()).pathname === addressOf("reader.js"));

/** A place as it is cited: Place.String of package document. */
function cited({ place, number = 0, label = "" }: Block): string {
  if (place === undefined) return "";
  if (place === "sheet") return `sheet ${label}, row ${number}`;
  return `${place} ${label === "" ? number : label}`;
}

/** What was read, as the goldens of package read have it. */
export function shown({ said, blocks }: Outcome): string {
  const line = (block: Block) => {
    const level = block.level === undefined ? "" : ` ${block.level}`;
    const place = block.place === undefined ? "" : ` (${cited(block)})`;
    const veil = block.veil === undefined ? "" : ` [${block.veil}]`;
    return `${block.kind}${level}${place}${veil}: ${block.text.replaceAll("\n", "\n    ")}\n`;
  };
  const warnings = said?.warnings.map((warning) => `warning: ${warning}\n`);
  return `type: ${said?.type}\ntitle: ${said?.title}\n${warnings?.join("")}\n${blocks.map(line).join("")}`;
}

/** What was read, as the goldens of package pdf have it. */
export function shownPDF({ said, blocks, refused }: Outcome): string {
  if (said === undefined) return `error: ${refused}\n`;
  const line = (block: Block) => `${block.kind}${block.level === undefined ? "" : ` ${block.level}`}\t${cited(block)}\t${block.veil ?? ""}\t${block.text}\n`;
  return `title: ${said.title}\n${said.warnings.map((warning) => `warning: ${warning}\n`).join("")}${blocks.map(line).join("")}`;
}
