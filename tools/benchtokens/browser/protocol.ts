// What the page, its workers and the Go program exchange. The Go side of Plan,
// Sample and Report is in browser.go and samples.go.

export type Encoding = "cl100k_base" | "o200k_base";

export type File = { url: string; bytes: number };

export type Text = { name: string; warmup: File; parts: File[]; all: File };

export type Run = { probe: File; rounds: File[] };

export type Plan = {
  encodings: Encoding[];
  libraries: string[];
  texts: Text[];
  runs: Run[]; // of one letter, the shortest first
  draft: string; // the address of the text for the keystrokes
  rounds: number;
  leastMs: number;
  limitMs: number;
  loads: number;
  keystrokes: number;
};

export type Sample = {
  mode: "first" | "warm" | "letter";
  encoding: Encoding;
  text: string;
  lib: string;
  round: number;
  file: string;
  bytes: number;
  tokens: number;
  passes: number[]; // milliseconds
  failure?: string;
};

export type Report = {
  userAgent: string;
  isolated: boolean;
  samples: Sample[];
  loads: Record<string, number[]>; // milliseconds, by encoding
  keystrokes: Record<string, number[]>; // milliseconds, by encoding
  failures: string[]; // what has no result, and why
};

/** A question to a worker; each gets one answer. */
export type Question =
  | { kind: "load"; lib: string; encoding: Encoding }
  | { kind: "run"; url: string; leastMs: number; warmup?: string }
  | { kind: "keystrokes"; url: string; count: number };

export type Answer =
  | { kind: "loaded"; ms: number }
  | { kind: "ran"; tokens: number; passes: number[]; inside: number[] }
  | { kind: "typed"; ms: number[] }
  | { kind: "failed"; message: string };
