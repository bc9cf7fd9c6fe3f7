// What is under test: the program with its page inside, as it is released, or what the
// variables name. `make test` names a program beside a page that was compressed quickly.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export const program = process.env["BURROW_TEST_PROGRAM"] ?? join(root, "build/burrow");
export const pageFolder = process.env["BURROW_TEST_PAGE"] ?? join(root, "web/dist");

/** The first arguments of a program that serves the page under test. */
export const serve = process.env["BURROW_TEST_PAGE"] === undefined ? ["serve"] : ["serve", "--page", pageFolder];

interface Listed {
  files: { name: string; path: string }[];
}

/** The address of a file of the page, by its name without the hash. */
export const addressOf = (name: string) => `/${pathOf(name)}`;

/** Where a file of the page is in its folder, by its name without the hash. */
export function pathOf(name: string): string {
  const list = JSON.parse(readFileSync(join(pageFolder, "bundle.json"), "utf8")) as Listed;
  const file = list.files.find((one) => one.name === name);
  if (file === undefined) throw new Error(`the page has no ${name}`);
  return file.path;
}
