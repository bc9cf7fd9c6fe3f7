// The sentences about models that run in the browser, in English. They are not part of
// the catalogue in en.ts, so that a first visit does not load them.

const megabytes = (bytes: number) => (bytes / 1e6).toLocaleString("en-US", { maximumFractionDigits: bytes < 1e6 ? 1 : 0 });
const memory = (bytes: number) => (bytes < 1e9 ? `${megabytes(bytes)} MB` : `${(bytes / 1e9).toLocaleString("en-US", { maximumFractionDigits: 1 })} GB`);

export const local = {
  // Files.
  notGguf: (name: string) => `${name} is not a model file: it does not begin as a GGUF file does.`,
  oldGguf: (version: number) => `This model file has version ${version} of its format, and only 2 and 3 can be read.`,
  damaged: "The model file's header cannot be read. Download it again.",
  notWhole: (have: number, of: number) => `The model file is not whole: ${megabytes(have)} of ${megabytes(of)} MB are there. Download it again.`,
  wrongDigest: (name: string) => `${name} is not what the server has: its checksum is another one. It was removed; download it again.`,
  noRoom: (needed: number, free: number) =>
    `There is too little room for this model: it takes ${megabytes(needed)} MB, and the browser gives ${megabytes(free)} MB more.`,
  full: (have: number, of: number) =>
    `The disk is full: ${megabytes(have)} of ${megabytes(of)} MB of the model are there. Make room and continue the download.`,
  brokeOff: (have: number, of: number) => `The download broke off at ${megabytes(have)} of ${megabytes(of)} MB. Continue it when the server can be reached.`,
  serverSays: (status: number) => `The server did not give the model file: it answered with status ${status}.`,
  unreachable: "The server cannot be reached. Check that Burrow is running.",
  notOffered: (name: string) => `The server has no model of the name ${name}.`,
  elsewhere: "Another tab is working on this model file. Close it, or wait until it is done.",
  noPrivateFiles: "This browser keeps no files for pages, so that no model can be kept. Use a newer one, or leave private browsing.",
  badName: "This file's name cannot be used. It must end in .gguf.",
  gone: (name: string) => `The model ${name} is not on this disk. Download it first.`,

  // Loading.
  tooLarge: (needed: number, usable: number) =>
    `This model is too large for this device: it takes about ${memory(needed)} of memory, and ${memory(usable)} can be used.`,
  outOfMemory: "There is not enough memory for this model. Close other tabs, or choose a smaller model.",
  oldBrowser: "This browser cannot run models: it lacks a part of WebAssembly that they need. Use a newer one.",
  loadStalled: "The model did not load: nothing happened for a minute. Try again.",
  cannotLoad: "The model cannot be loaded. Its kind may be unknown to this version.",

  // Answering.
  noModel: "There is no model in the browser. Download one first.",
  unknownModel: (name: string) => `There is no model ${name} in the browser.`,
  tooLong: (tokens: number, room: number) => `The question is too long for this model: ${tokens} tokens, and ${room} are left for it.`,
  stalled: "The model in the browser has stopped answering. Ask again to start it anew.",
  workerDied: "The model in the browser has stopped unexpectedly. Ask again to start it anew.",
  unloaded: "The model in the browser was switched off while it answered.",
  noTools: "A model in the browser cannot call tools.",
  badSchema: (what: string) => `The model in the browser cannot keep to this schema: ${what}.`,
  badRequest: (what: string) => `The request cannot be read: ${what}.`,
  nothingHere: "There is nothing at this address.",
  builtInFailed: "The browser's own model did not answer.",
  failed: "The model in the browser failed because of a bug.",
};
