// Reads PDF files with package pdf as the page does: Go in WebAssembly, beside PDFium in
// WebAssembly. Writes what each file gives to a folder, and says how long it took.
//
// node run.mjs wasm_exec.js pdfium.js pdfium.wasm main.wasm folder file...

import { readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";

const [exec, glue, pdfium, main, folder, ...files] = process.argv.slice(2);
await import(resolve(exec));
const { startPDFium } = await import(resolve(glue));
const module = await WebAssembly.compile(readFileSync(pdfium));
const go = new Go();
const { instance } = await WebAssembly.instantiate(readFileSync(main), go.importObject);
void go.run(instance);
for (const file of files) {
  const began = performance.now();
  const host = await startPDFium(module);
  const text = globalThis.burrowPDF(host, new Uint8Array(readFileSync(file)));
  writeFileSync(join(folder, `${basename(file, ".pdf")}.golden`), text);
  const memory = host.view(0, 0).buffer.byteLength >> 20;
  console.log(`${basename(file)}: ${Math.round(performance.now() - began)} ms, ${memory} MB`);
}
process.exit(0);
