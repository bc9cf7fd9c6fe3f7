// Where the programs under test listen. Two runs on one machine need ports of their own.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const port = Number(process.env["BURROW_TEST_PORT"] ?? 7797);
export const origin = `http://127.0.0.1:${port}`;
export const modelOrigin = `http://127.0.0.1:${port + 1}`;
/** For tests that start a server of their own. */
export const otherPort = port + 2;

export const tokenFile = fileURLToPath(new URL(`../../build/test-token-${port}`, import.meta.url));

/** The token that the server under test asks for. */
export function token(): string {
  return readFileSync(tokenFile, "utf8").trim();
}
