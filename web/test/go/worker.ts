// Runs a Go test program in the browser as Node.js would, with SQLite on the
// origin's private files beside it. Collects what it prints.

import "wasm_exec";
import { flagCount } from "../../src/core/flags.js";
import { SQLite } from "../../src/core/sqlite.js";
import { faults, installFaults } from "./faults.js";

declare class Go {
  argv: string[];
  importObject: WebAssembly.Imports;
  exit: (code: number) => void;
  run(instance: WebAssembly.Instance): Promise<void>;
}
declare const fs: { writeSync(fd: number, bytes: Uint8Array): number };

self.onmessage = async ({ data: argv }: MessageEvent<string[]>) => {
  let output = "";
  const decoder = new TextDecoder();
  fs.writeSync = (_, bytes) => {
    output += decoder.decode(bytes, { stream: true });
    return bytes.length;
  };
  const flags = new Int32Array(new SharedArrayBuffer(4 * flagCount));
  installFaults();
  const sqlite = await SQLite.load(await fetch("sqlite3.wasm"));
  sqlite.setFlags(flags);
  Object.assign(globalThis, { burrow: { files: await sqlite.takeFiles(200), flags, faults, erase: (name: string) => sqlite.erase(name) } });
  const go = new Go();
  go.argv = argv;
  let code = 0;
  go.exit = (c) => {
    code = c;
  };
  Object.assign(go.importObject, sqlite.imports());
  const { instance } = await WebAssembly.instantiateStreaming(fetch("test.wasm"), go.importObject);
  sqlite.connect(instance.exports["mem"] as WebAssembly.Memory);
  await go.run(instance);
  self.postMessage({ code, output });
};
