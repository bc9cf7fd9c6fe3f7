// What the page and the worker that reads files say to each other.

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

export type Told = Part | { kind: "failed"; message: string };
