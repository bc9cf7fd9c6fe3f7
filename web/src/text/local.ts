// What models in the browser say, in English. Not part of the catalogue in en.ts, so that a
// first visit doesn't load it.

const megabytes = (bytes: number) => (bytes / 1e6).toLocaleString("en-US", { maximumFractionDigits: bytes < 1e6 ? 1 : 0 });
const memory = (bytes: number) => (bytes < 1e9 ? `${megabytes(bytes)} MB` : `${(bytes / 1e9).toLocaleString("en-US", { maximumFractionDigits: 1 })} GB`);

export const local = {
  // Files.
  notGguf: (name: string) => `${name} isn’t a GGUF model file.`,
  oldGguf: (version: number) => `This model file uses GGUF version ${version}. Only versions 2 and 3 are supported.`,
  damaged: "The model file is damaged. Download it again.",
  notWhole: (have: number, of: number) => `The model file is incomplete: ${megabytes(have)} of ${megabytes(of)} MB. Download it again.`,
  wrongDigest: (name: string) => `${name} doesn’t match the server’s checksum, so it was removed. Download it again.`,
  noRoom: (needed: number, free: number) =>
    `Not enough storage for this model: it needs ${megabytes(needed)} MB, and ${megabytes(free)} MB is free.`,
  full: (have: number, of: number) =>
    `The disk is full: ${megabytes(have)} of ${megabytes(of)} MB of the model is downloaded. Free up space, then resume the download.`,
  brokeOff: (have: number, of: number) => `The download stopped at ${megabytes(have)} of ${megabytes(of)} MB. Resume it when the server is back.`,
  serverSays: (status: number) => `The server couldn’t send the model file (status ${status}).`,
  unreachable: "Can’t reach the server. Check that Burrow is running.",
  notOffered: (name: string) => `The server has no model named ${name}.`,
  elsewhere: "Another tab is using this model file. Close that tab, or wait until it’s done.",
  noPrivateFiles: "This browser can’t store models. Use a newer browser, or leave private browsing.",
  badName: "This file name can’t be used. It may contain letters, digits, dots, dashes and underscores, and must end in .gguf.",
  gone: (name: string) => `${name} isn’t on this device. Download it first.`,

  // The encoder.
  encoderNotOffered: "This server doesn’t have the file. If Burrow has just been started, try again in a minute.",
  encoderChanged: "The server’s file isn’t the one this version needs, so it was deleted.",
  encoderDied: "Finding messages by meaning stopped unexpectedly. It starts again with the next question.",

  // Loading.
  tooLarge: (needed: number, usable: number) =>
    `This model is too large for this device: it needs about ${memory(needed)} of memory, and ${memory(usable)} is available.`,
  outOfMemory: "There isn’t enough memory for this model. Close other tabs, or choose a smaller model.",
  oldBrowser: "This browser can’t run models: its WebAssembly support is too old. Use a newer browser.",
  loadStalled: "The model didn’t load within a minute. Try again.",
  cannotLoad: "The model couldn’t be loaded. This version may not support it.",

  // Answering.
  noModel: "There’s no model in this browser. Download one first.",
  unknownModel: (name: string) => `There’s no model named ${name} in this browser.`,
  tooLong: (tokens: number, room: number) => `The question is too long for this model: it has ${tokens} tokens, and there is room for ${room}.`,
  stalled: "The model in this browser stopped answering. Ask again to restart it.",
  workerDied: "The model in this browser stopped unexpectedly. Ask again to restart it.",
  unloaded: "The model in this browser was unloaded while it was answering.",
  noTools: "Models in the browser can’t use tools.",
  badSchema: (what: string) => `The model in this browser can’t follow this schema: ${what}.`,
  schemaParts: {
    anything: "any value",
    notObject: "a part isn’t an object",
    noType: "a part has no type",
    type: (name: string) => `type ${name}`,
    noChoice: "an empty choice",
    objectConstant: "a constant that is an object",
  },
  badRequest: (what: string) => `The request can’t be read: ${what}.`,
  requestParts: {
    notJSON: "it isn’t JSON",
    notObject: "it isn’t an object",
    role: (name: string) => `the role ${name}`,
    notText: "content that isn’t text",
  },
  nothingHere: "There’s nothing at this address.",
  builtInFailed: "The browser’s built-in model didn’t answer.",
  failed: "Something went wrong with the model in this browser. Ask again to restart it.",
};
