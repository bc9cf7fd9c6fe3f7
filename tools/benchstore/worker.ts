// The same work through SQLite's own JavaScript API and through the core, in one
// worker, on one SQLite, one file system and databases opened alike. The two take
// turns, so that a slow minute of the machine hits both.

import "wasm_exec";
import type { Database } from "@sqlite.org/sqlite-wasm";
import { SQLite } from "../../web/src/core/sqlite.js";

declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

/** Room for all databases of the benchmark. */
const poolFiles = 12;

type Work = (n: number) => void;
type Sides = Record<string, (argument: number | string) => number | string>;

const texts = Array.from({ length: 64 }, (_, i) => {
  const words = "the quick brown fox jumps over a lazy dog while seven wizards quietly box and liquor jugs pack my history".split(" ");
  return Array.from({ length: 30 }, (_, w) => `${words[(i * 7 + w * 3 + w * w) % words.length]} `).join("");
});
const content = (i: number) => texts[i % texts.length] ?? "";

const schema = `
  DROP TABLE IF EXISTS t; DROP TABLE IF EXISTS f; DROP TABLE IF EXISTS b;
  CREATE TABLE t (id INTEGER PRIMARY KEY, session INTEGER, role TEXT, content TEXT, score REAL);
  CREATE VIRTUAL TABLE f USING fts5(content);
  CREATE TABLE b (id INTEGER PRIMARY KEY, data BLOB)`;

/** How much of each: enough that a call's overhead shows and the whole takes a minute. */
const sizes: Record<string, number> = {
  inserts: 50_000,
  selects: 50_000,
  lookups: 50_000,
  updates: 50_000,
  commits: 1_000,
  scans: 5,
  indexed: 5_000,
  matches: 200,
  blobs: 3,
};
const rounds = 5;

let sink: unknown;

function official(db: Database): Record<string, Work> {
  const each = (sql: string, n: number, args: (i: number) => (number | string | Uint8Array)[]) => {
    const statement = db.prepare(sql);
    try {
      for (let i = 0; i < n; i++) {
        const values = args(i);
        if (values.length > 0) statement.bind(values);
        while (statement.step()) sink = statement.get([]);
        statement.reset();
      }
    } finally {
      statement.finalize();
    }
  };
  const inserted = "INSERT INTO t (session, role, content, score) VALUES (?, ?, ?, ?)";
  return {
    inserts: (n) => db.transaction(() => each(inserted, n, (i) => [i % 100, "user", content(i), i / 3])),
    selects: (n) => {
      let count = 0;
      const statement = db.prepare("SELECT id, session, role, content, score FROM t");
      while (statement.step()) {
        count++;
        sink = statement.get([]);
      }
      statement.finalize();
      if (count !== n) throw new Error("rows are missing");
    },
    lookups: (n) => each("SELECT content FROM t WHERE id = ?", n, (i) => [1 + ((i * 7919) % n)]),
    updates: (n) => db.transaction(() => each("UPDATE t SET content = ? WHERE id = ?", n, (i) => [content(i + 1), 1 + ((i * 7919) % n)])),
    commits: (n) => each("INSERT INTO t (session, role, content, score) VALUES (1, 'user', ?, 0)", n, (i) => [content(i)]),
    scans: (n) => each("SELECT session, count(*), sum(length(content)) FROM t GROUP BY session ORDER BY 3 DESC", n, () => []),
    indexed: (n) => db.transaction(() => each("INSERT INTO f VALUES (?)", n, (i) => [content(i)])),
    matches: (n) =>
      each("SELECT rowid, snippet(f, 0, '[', ']', '…', 12) FROM f WHERE f MATCH ? ORDER BY rowid DESC LIMIT 20", n, (i) => [
        ["wizards", "quietly box", "liquor", "hist*"][i % 4] ?? "",
      ]),
    blobs: (n) => {
      const data = new Uint8Array(5 << 20);
      each("INSERT INTO b (data) VALUES (?) RETURNING data", n, (i) => {
        data[i] = 1;
        return [data];
      });
    },
  };
}

/** What the page asks of a fresh worker. */
type Job = "work" | "start" | { grow: number[] };

self.onmessage = async ({ data: job }: MessageEvent<Job>) => {
  try {
    switch (job) {
      case "work":
        self.postMessage({ figures: await measure() });
        return;
      case "start":
        await start();
        self.postMessage({});
        return;
      default:
        self.postMessage({ sizes: await grow(job.grow) });
    }
  } catch (error) {
    self.postMessage({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
};

/** SQLite loaded, the files taken, a database opened and asked, by JavaScript alone. */
async function start(): Promise<void> {
  const sqlite = await SQLite.load(await fetch("sqlite3.wasm"));
  await sqlite.takeFiles(poolFiles);
  const db = new sqlite.api.oo1.DB("/start.db", "c", "opfs-sahpool");
  db.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = wal; PRAGMA synchronous = FULL");
  db.selectValue("SELECT count(*) FROM sqlite_schema");
}

async function grow(sizes: number[]): Promise<unknown[]> {
  const sqlite = await SQLite.load(await fetch("sqlite3.wasm"));
  Object.assign(globalThis, { burrow: { files: await sqlite.takeFiles(poolFiles) } });
  const core = await startCore(sqlite);
  return sizes.map((size) => core["grow"]?.(size));
}

async function measure(): Promise<Record<string, { ours: number[]; theirs: number[] }>> {
  const sqlite = await SQLite.load(await fetch("sqlite3.wasm"));
  const files = await sqlite.takeFiles(poolFiles);
  if (!files.kept) throw new Error(files.reason);
  Object.assign(globalThis, { burrow: { files } });
  const core = await startCore(sqlite);

  const db = new sqlite.api.oo1.DB("/theirs.db", "c", "opfs-sahpool");
  for (const pragma of ["locking_mode = EXCLUSIVE", "trusted_schema = OFF", "foreign_keys = ON", "temp_store = MEMORY", "journal_mode = wal", "synchronous = FULL", "secure_delete = ON"]) {
    db.exec(`PRAGMA ${pragma}`);
  }
  call(core, "open", "ours.db");
  const theirs = official(db);
  const figures: Record<string, { ours: number[]; theirs: number[] }> = {};
  for (let round = 0; round < rounds; round++) {
    db.exec(schema);
    call(core, "reset", 0);
    for (const [name, n] of Object.entries(sizes)) {
      const figure = (figures[name] ??= { ours: [], theirs: [] });
      const ours = () => figure.ours.push(call(core, name, n));
      const official = () => {
        const start = performance.now();
        theirs[name]?.(n);
        figure.theirs.push(performance.now() - start);
      };
      if (round % 2 === 0) {
        ours();
        official();
      } else {
        official();
        ours();
      }
    }
  }
  void sink;
  return figures;
}

function call(core: Sides, name: string, argument: number | string): number {
  const result = core[name]?.(argument);
  if (typeof result !== "number") throw new Error(`${name}: ${String(result)}`);
  return result;
}

async function startCore(sqlite: SQLite): Promise<Sides> {
  const go = new Go();
  Object.assign(go.importObject, sqlite.imports());
  const { instance } = await WebAssembly.instantiateStreaming(fetch("core.wasm"), go.importObject);
  sqlite.connect(instance.exports["mem"] as WebAssembly.Memory);
  return run(go, instance);
}

function run(go: Go, instance: WebAssembly.Instance): Promise<Sides> {
  return new Promise((resolve) => {
    Object.assign(globalThis, { coreReady: () => resolve((globalThis as unknown as { core: Sides }).core) });
    void go.run(instance);
  });
}
