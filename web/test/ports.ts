// Where the programs under test listen. Two runs on one machine need ports of their own,
// and so does each of the workers of one run.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const firstPort = Number(process.env["BURROW_TEST_PORT"] ?? 7797);

/** The first of the ports that belong to a worker. */
export const portOf = (worker: number) => firstPort + 4 * worker;

export const port = portOf(Number(process.env["TEST_PARALLEL_INDEX"] ?? 0));
export const origin = `http://127.0.0.1:${port}`;
export const modelOrigin = `http://127.0.0.1:${port + 1}`;
/** For tests that start a server of their own. */
export const otherPort = port + 2;

export const tokenFileOf = (port: number) => fileURLToPath(new URL(`../../build/test-token-${port}`, import.meta.url));

/** The token that the server under test asks for. */
export function token(): string {
  return readFileSync(tokenFileOf(port), "utf8").trim();
}
