// Writes to a database in the browser until the browser is killed, or looks at what
// a killed one left: tools/killwriter, on the origin's private files.

import "wasm_exec";
import { SQLite } from "../../src/core/sqlite.js";

declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

interface Found {
  last: number;
  wrong: string;
}

declare const killwriter: {
  rows(journal: string, acked: (n: number | string) => void): void;
  chat(journal: string, acked: (n: number | string) => void): void;
  verifyRows(journal: string): Found;
  verifyChat(journal: string): Found;
};

self.onmessage = async ({ data }: MessageEvent<{ mode: "rows" | "chat"; journal: string; verify: boolean }>) => {
  const sqlite = await SQLite.load(await fetch("sqlite3.wasm"));
  const files = await sqlite.takeFiles();
  Object.assign(globalThis, { burrow: { files } });
  if (!files.kept) {
    self.postMessage({ last: 0, wrong: files.reason });
    return;
  }
  const go = new Go();
  Object.assign(go.importObject, sqlite.imports());
  const { instance } = await WebAssembly.instantiateStreaming(fetch("core.wasm"), go.importObject);
  sqlite.connect(instance.exports["mem"] as WebAssembly.Memory);
  await new Promise<void>((resolve) => {
    Object.assign(globalThis, { killwriterReady: resolve });
    void go.run(instance);
  });
  const { mode, journal, verify } = data;
  if (verify) self.postMessage(mode === "rows" ? killwriter.verifyRows(journal) : killwriter.verifyChat(journal));
  else if (mode === "rows") killwriter.rows(journal, (n) => self.postMessage(n));
  else killwriter.chat(journal, (n) => self.postMessage(n));
};
