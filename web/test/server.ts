// Servers that tests start, stop and replace themselves: the real program at an address of
// its own, which it keeps. Unless a test sets something else, the scripted model answers.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createHash } from "node:crypto";
import { pageFolder, program, serve } from "./built.js";
import { modelOrigin } from "./ports.js";
import { environment, noModels } from "./room.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** This version and the next one: programs, and the pages they are built with. */
export const programs = { now: program, next: join(root, "build/next/burrow") };
export const pages = { now: pageFolder, next: join(root, "build/next/web/dist") };

/** The service script that removes everything. */
export const retiring = join(root, "build/next/retire.js");

/** Where `make model` puts the small model. */
export const smallModels = join(root, "build/models");

/** The settings by which the scripted model answers. */
const scripted = { OPENAI_BASE_URL: `${modelOrigin}/v1`, OPENAI_API_KEY: "for-tests", MODEL_NAME: "gpt-4" };

/** A server at one address, which may be stopped and started again as another. */
export class TestServer {
  private readonly dir = mkdtempSync(join(tmpdir(), "burrow-"));
  private running: ChildProcess | null = null;
  private port = 0;
  /** The file of its settings, which its page can change. */
  readonly settingsFile = join(this.dir, ".env");

  /** `settings` are those of its environment; without any, it has no model, as after the first start. */
  constructor(private readonly settings: Record<string, string> = scripted) {
    writeFileSync(this.settingsFile, "", { mode: 0o600 });
  }

  /** Starts a program in place of the one that runs, with the page under test or with another. */
  async start({ program = programs.now, page = "", models = noModels, more = [] as string[] } = {}): Promise<void> {
    await this.stop();
    const args = [...(page === "" ? serve : ["serve", "--page", page]), "--listen", `127.0.0.1:${this.port}`, "--token-file", join(this.dir, "token"), "--env", this.settingsFile, "--models", models, ...more];
    const env = { ...environment, SQL_GOLDEN_PATH: join(this.dir, "confirmed.json"), ...this.settings };
    const server = spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    this.running = server;
    this.port = await new Promise<number>((resolve, reject) => {
      let printed = "";
      server.stdout.on("data", (data: Buffer) => {
        printed += data.toString();
        const port = /http:\/\/127\.0\.0\.1:(\d+)\/\S*\s/.exec(printed)?.[1];
        if (port !== undefined) resolve(Number(port));
      });
      server.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${printed}`)));
    });
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

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get token(): string {
    return readFileSync(join(this.dir, "token"), "utf8").trim();
  }

  /** Makes another token: the one that pages have stops working at once. */
  rotateToken(): void {
    execFileSync(programs.now, ["token", "--rotate", "--token-file", join(this.dir, "token")], { env: environment });
  }

  /** With the token, as the program prints it. */
  get address(): string {
    return `${this.origin}/#token=${this.token}`;
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
