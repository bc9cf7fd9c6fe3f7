// What the page and the worker that reads files say to each other.

/** What the worker is asked for: a file, and then one part after another. */
export type Asked = { kind: "chats" | "document"; file: File; modules?: Modules } | "next";

/** Modules that a worker has compiled, and the next one need not. */
export interface Modules {
  reader?: WebAssembly.Module;
  pdfium?: WebAssembly.Module;
}

/** What a file has of one program's chats. */
export interface Found {
  format: string;
  chats: number;
  messages: number;
}

/** What has been found in a file so far. */
export interface Report {
  formats: Found[];
  refused: number;
  problems: string[];
}

/** Some of a file's chats, as lines that the core imports. */
export interface Part {
  kind: "part";
  lines: string;
  /** The number of the first line, if the file itself has lines. */
  first: number;
  /** How much of the file has been read, from 0 to 1. */
  progress: number;
  ended: boolean;
  report: Report;
}

/** Some of a document's blocks. */
export interface Blocks {
  kind: "blocks";
  /** A Block[] as JSON, since few long texts are copied faster than many short ones. */
  blocks: string;
  /** How many of the blocks have come, from 0 to 1. */
  progress: number;
  /** Comes with the last of them. */
  end?: ReadDocument;
}

/** What is said of a document as a whole. */
export interface ReadDocument {
  type: string;
  title: string;
  /** Sentences that say what was not read, or not for certain. */
  warnings: string[];
}

/** Why there is no part: a sentence for the reader. */
export interface Failed {
  kind: "failed";
  message: string;
}

/** All is there that reads a document. */
export interface Started {
  kind: "started";
  modules: Modules;
}

/** How much of a document has been read, from 0 to 1. */
export interface Progress {
  kind: "progress";
  done: number;
}

export type Told = Part | Failed;
export type ToldOfDocument = Started | Progress | Blocks | Failed;
