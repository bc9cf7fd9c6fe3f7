// Reads and compares transcripts. Their format and the rules of order are described
// in internal/rpc/transcript_test.go, which plays the same files to the other hosts.

import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

const directory = join(import.meta.dirname, "../../../internal/rpc/testdata");

export interface Step {
  line: number;
  mark: ">" | "<" | "!";
  text: string;
}

export interface Transcript {
  name: string;
  /** Whether it wants a core that was built with the tag faults. */
  faults: boolean;
  steps: Step[];
}

export function readTranscripts(): Transcript[] {
  const files = readdirSync(directory).filter((name) => name.endsWith(".txtar"));
  return files.sort().map((file) => {
    const [comment, body, ...more] = readFileSync(join(directory, file), "utf8").split(/^-- transcript --\n/m);
    if (comment === undefined || body === undefined || more.length > 0) throw new Error(`${file} is not one transcript`);
    const steps = body.split("\n").flatMap((line, i): Step[] => {
      if (line === "" || line.startsWith("#")) return [];
      const mark = line[0];
      if ((mark !== ">" && mark !== "<" && mark !== "!") || line[1] !== " ") throw new Error(`${file}: line ${i + 1}: ${line}`);
      return [{ line: i + 1, mark, text: line.slice(2) }];
    });
    return { name: basename(file, ".txtar"), faults: /^tags: faults$/m.test(comment), steps };
  });
}

/** Tells frames apart whose order is free. */
export function keyOf(frame: string): string {
  const value: unknown = JSON.parse(frame);
  if (!isObject(value)) throw new Error(`not an object: ${frame}`);
  return "id" in value ? `id ${String(value["id"])}` : `kind ${String(value["kind"])}`;
}

export function matches(want: unknown, got: unknown): boolean {
  if (want === "…") return true;
  if (Array.isArray(want)) {
    return Array.isArray(got) && got.length === want.length && want.every((item, i) => matches(item, got[i]));
  }
  if (isObject(want)) {
    return (
      isObject(got) &&
      Object.keys(got).length === Object.keys(want).length &&
      Object.keys(want).every((name) => name in got && matches(want[name], got[name]))
    );
  }
  return want === got;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
