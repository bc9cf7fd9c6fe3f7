// Kills the browser with SIGKILL while it writes, and looks at what is left: every
// commit that was acknowledged is there, no transaction is torn. Without a journal
// the same kills do damage, so the test is known to see it. A few kills run with
// the other tests; KILLS=30 is `make test-kill`.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type Page, chromium, expect, test } from "@playwright/test";

const build = join(import.meta.dirname, "../../build/test");
const sqliteWasm = join(import.meta.dirname, "../node_modules/@sqlite.org/sqlite-wasm/dist/sqlite3.wasm");
const kills = Number(process.env["KILLS"] ?? 2);

type Mode = "rows" | "chat";

// Playwright would trace into browsers that are gone.
test.use({ trace: "off" });
test.setTimeout(kills * 60_000 + 60_000);

for (const mode of ["rows", "chat"] as const) {
  test(`a browser killed while it writes ${mode} loses nothing`, async ({ baseURL }) => {
    const random = seeded(mode.length);
    await withProfile(async (profile) => {
      for (let i = 0; i < kills; i++) {
        const acked = await writeUntilKilled(profile, baseURL ?? "", mode, "", random);
        const found = await look(profile, baseURL ?? "", mode, "");
        expect(found.wrong, `kill ${i + 1}`).toBe("");
        expect(found.last, `kill ${i + 1}: an acknowledged commit is gone`).toBeGreaterThanOrEqual(acked);
      }
    });
    console.log(`Chromium, ${mode}: ${kills} kills, nothing lost, nothing torn`);
  });
}

test("without a journal the same kills do damage", async ({ baseURL }) => {
  const random = seeded(7);
  const most = Math.max(kills, 8);
  let damaged = 0;
  let tried = 0;
  while (tried < most && (damaged === 0 || kills > 3)) {
    tried++;
    await withProfile(async (profile) => {
      const acked = await writeUntilKilled(profile, baseURL ?? "", "rows", "off", random);
      const found = await look(profile, baseURL ?? "", "rows", "off");
      if (found.wrong !== "" || found.last < acked) damaged++;
    });
  }
  console.log(`Chromium, control without a journal: ${damaged} of ${tried} kills did damage`);
  expect(damaged).toBeGreaterThan(0);
});

async function withProfile(use: (profile: string) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), "burrow-kill-"));
  try {
    await use(profile);
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Starts Chromium as a process of our own, so that it and its children can be killed. */
async function withBrowser<T>(profile: string, use: (context: BrowserContext, kill: () => Promise<void>) => Promise<T>): Promise<T> {
  const chrome = process.env["CHROME"] ?? "";
  const child = spawn(
    chrome,
    ["--headless=new", "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
    { detached: true, stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  const kill = async () => {
    // The whole group: the browser, its renderers and its storage service.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    await ended;
  };
  try {
    const browser = await chromium.connectOverCDP(await endpoint(child));
    const context = browser.contexts()[0];
    if (context === undefined) throw new Error("the browser has no context");
    return await use(context, kill);
  } finally {
    await kill().catch(() => undefined);
  }
}

function endpoint(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.on("data", (part: Buffer) => {
      said += part.toString();
      const found = /DevTools listening on (ws:\S+)/.exec(said);
      if (found?.[1] !== undefined) resolve(found[1]);
    });
    child.on("exit", () => reject(new Error(`the browser ended: ${said}`)));
  });
}

async function openPage(context: BrowserContext, baseURL: string): Promise<Page> {
  const page = await context.newPage();
  await page.route("**/kill/**", (route) => {
    const headers = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
    const file = { "worker.js": join(build, "killworker.js"), "core.wasm": join(build, "killwriter.wasm"), "sqlite3.wasm": sqliteWasm };
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    if (name === "page") return route.fulfill({ headers, contentType: "text/html", body: "<!doctype html><title>Kill</title>" });
    if (!(name in file)) return route.abort();
    const contentType = name.endsWith(".js") ? "text/javascript" : "application/wasm";
    return route.fulfill({ headers, contentType, body: readFileSync(file[name as keyof typeof file]) });
  });
  await page.goto(`${baseURL}/kill/page`);
  return page;
}

/** Returns the last number acknowledged before the kill. */
function writeUntilKilled(profile: string, baseURL: string, mode: Mode, journal: string, random: () => number): Promise<number> {
  return withBrowser(profile, async (context, kill) => {
    const page = await openPage(context, baseURL);
    let acked = 0;
    // A number of commits, then a part of the next one, both drawn beforehand.
    let commits = 1 + Math.floor(random() * (mode === "rows" ? 3 : 40));
    const part = random() * (mode === "rows" ? 150 : 5);
    let stopped: (reason?: Error) => void = () => undefined;
    const done = new Promise<void>((resolve, reject) => {
      stopped = (reason) => (reason === undefined ? resolve() : reject(reason));
    });
    await page.exposeFunction("acked", (n: number | string) => {
      if (typeof n === "string") {
        stopped(new Error(n));
        return;
      }
      acked = n;
      if (--commits === 0) setTimeout(() => stopped(), part);
    });
    await page.evaluate(
      ([mode, journal]) => {
        const worker = new Worker("/kill/worker.js", { type: "module" });
        worker.onmessage = ({ data }) => (window as unknown as { acked(n: unknown): void }).acked(typeof data === "object" ? data.wrong : data);
        worker.postMessage({ mode, journal, verify: false });
      },
      [mode, journal],
    );
    await done;
    await kill();
    return acked;
  });
}

function look(profile: string, baseURL: string, mode: Mode, journal: string): Promise<{ last: number; wrong: string }> {
  return withBrowser(profile, async (context) => {
    const page = await openPage(context, baseURL);
    return page.evaluate(
      ([mode, journal]) =>
        new Promise<{ last: number; wrong: string }>((resolve, reject) => {
          const worker = new Worker("/kill/worker.js", { type: "module" });
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = (event) => reject(new Error(event.message));
          worker.postMessage({ mode, journal, verify: true });
        }),
      [mode, journal],
    );
  });
}

function seeded(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
