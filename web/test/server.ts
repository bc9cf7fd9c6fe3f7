// Servers that tests start, stop and replace themselves, at an address of their own:
// the real program, with the scripted model behind it.

import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createHash } from "node:crypto";
import { pageFolder, program } from "./built.js";
import { modelOrigin, otherPort } from "./ports.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** This version and the next one: programs, and the pages they are built with. */
export const programs = { now: program, next: join(root, "build/next/burrow") };
export const pages = { now: pageFolder, next: join(root, "build/next/web/dist") };

/** The service script that removes everything. */
export const retiring = join(root, "build/next/retire.js");

export const otherOrigin = `http://127.0.0.1:${otherPort}`;

/** A server at one address, which may be stopped and started again as another. */
export class TestServer {
  private readonly dir = mkdtempSync(join(tmpdir(), "burrow-"));
  private running: ChildProcess | null = null;

  /** Starts a program with a page, in place of the one that runs. */
  async start({ program = programs.now, page = pages.now, more = [] as string[] } = {}): Promise<void> {
    await this.stop();
    writeFileSync(join(this.dir, "env"), "");
    const args = ["serve", "--listen", `127.0.0.1:${otherPort}`, "--token-file", join(this.dir, "token"), "--env", join(this.dir, "env"), "--page", page, ...more];
    const env = { ...process.env, OPENAI_BASE_URL: `${modelOrigin}/v1`, OPENAI_API_KEY: "for-tests", MODEL_NAME: "gpt-4", SQL_GOLDEN_PATH: join(this.dir, "confirmed.json") };
    const server = spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    this.running = server;
    await new Promise<void>((resolve, reject) => {
      server.stdout.once("data", () => resolve());
      server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
    // Nobody reads the rest.
    server.stdout.resume();
  }

  /** Resolves when the address is free. */
  async stop(): Promise<void> {
    const server = this.running;
    this.running = null;
    if (server === null || server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    // Answers under way are cut off: a server that dies is what is tested.
    server.kill("SIGKILL");
    await ended;
  }

  token(): string {
    return readFileSync(join(this.dir, "token"), "utf8").trim();
  }

  /** A copy of a page with one file changed; null removes it from what is served. */
  altered(page: string, name: string, change: (content: Buffer) => Buffer | null): string {
    const copy = mkdtempSync(join(this.dir, "page-"));
    cpSync(page, copy, { recursive: true });
    const listFile = join(copy, "bundle.json");
    const list = JSON.parse(readFileSync(listFile, "utf8")) as { files: Listed[] };
    const entry = list.files.find((file) => file.name === name);
    if (entry === undefined) throw new Error(`there is no ${name} in ${page}`);
    const content = change(readFileSync(join(copy, entry.path)));
    if (content === null) {
      list.files = list.files.filter((file) => file !== entry);
    } else {
      writeFileSync(join(copy, entry.path), content);
      Object.assign(entry, { raw: content.length, brotli: 0, gzip: 0, sha256: createHash("sha256").update(content).digest("hex") });
    }
    writeFileSync(listFile, JSON.stringify(list));
    return copy;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.dir, { recursive: true });
  }
}

interface Listed {
  name: string;
  path: string;
}
