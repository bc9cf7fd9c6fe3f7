// A server without any key, as somebody has it who has just started Burrow.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { program, serve } from "./built.js";
import { otherPort } from "./ports.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Where `make model` puts the small model. */
export const smallModels = join(root, "build/models");

export interface Keyless {
  token: string;
  /** With the token, as the program prints it. */
  address: string;
  close(): Promise<void>;
}

/** Starts it at otherOrigin, with the model files of a directory for the browser; with none if it is left out. */
export async function startKeyless(models?: string): Promise<Keyless> {
  const dir = mkdtempSync(join(tmpdir(), "burrow-"));
  writeFileSync(join(dir, "env"), "");
  mkdirSync(join(dir, "models"));
  const { OPENAI_API_KEY: _a, OPENAI_BASE_URL: _b, MODEL_NAME: _c, GOOGLE_API_KEY: _d, ANTHROPIC_API_KEY: _e, ...env } = process.env;
  const args = [...serve, "--listen", `127.0.0.1:${otherPort}`, "--token-file", join(dir, "token"), "--env", join(dir, "env"), "--models", models ?? join(dir, "models")];
  const server = spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  await started(server);
  const token = readFileSync(join(dir, "token"), "utf8").trim();
  return {
    token,
    address: `http://127.0.0.1:${otherPort}/#token=${token}`,
    async close() {
      server.removeAllListeners("exit");
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
      rmSync(dir, { recursive: true });
    },
  };
}

async function started(server: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.stdout?.once("data", () => resolve());
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  // Nobody reads the rest.
  server.stdout?.resume();
}
