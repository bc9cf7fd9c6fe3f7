// Where the programs under test listen. The operating system gives each a port:
// servers.ts reads it from what a program prints, and Playwright hands it to the workers in
// their environment. The main process loads this file too, before there are any.

const worker = process.env["TEST_PARALLEL_INDEX"] ?? "0";

/** The names under which a worker gets its ports and its token. */
export const portName = (worker: number | string) => `BURROW_TEST_PORT_${worker}`;
export const tokenName = (worker: number | string) => `BURROW_TEST_TOKEN_${worker}`;
export const modelName = (worker: number | string) => `BURROW_TEST_MODEL_${worker}`;

export const origin = `http://127.0.0.1:${process.env[portName(worker)]}`;
export const modelOrigin = `http://127.0.0.1:${process.env[modelName(worker)]}`;

/** The token that the server under test asks for. */
export function token(): string {
  const given = process.env[tokenName(worker)];
  if (given === undefined) throw new Error("there is no server under test");
  return given;
}
