// Whether this page and the server are of one build, and which of them is older.

/** One end: the program's version, and the build of the page. The latter is empty where nobody knows. */
export interface Build {
  version: string;
  build: string;
}

export type Pin =
  | { kind: "same" }
  | { kind: "page old" | "server old"; page: string; server: string }
  /** Two builds of one version: nobody can tell which is older. */
  | { kind: "differs"; version: string };

export function compare(page: Build, server: Build): Pin {
  const versions = { page: page.version, server: server.version };
  const order = orderOf(page.version, server.version);
  if (order < 0) return { kind: "page old", ...versions };
  if (order > 0) return { kind: "server old", ...versions };
  if (page.build === "" || server.build === "" || page.build === server.build) return { kind: "same" };
  return { kind: "differs", version: page.version };
}

/** Negative if the first version is older. Versions that are not numbers are of one age. */
export function orderOf(a: string, b: string): number {
  const [first, second] = [partsOf(a), partsOf(b)];
  if (first === null || second === null) return 0;
  for (let i = 0; i < Math.max(first.numbers.length, second.numbers.length); i++) {
    const difference = (first.numbers[i] ?? 0) - (second.numbers[i] ?? 0);
    if (difference !== 0) return difference;
  }
  // What comes before a release is older than it: 1.0.0-rc.1.
  if (first.before === second.before) return 0;
  if (first.before === "" || second.before === "") return first.before === "" ? 1 : -1;
  return first.before < second.before ? -1 : 1;
}

function partsOf(version: string): { numbers: number[]; before: string } | null {
  const found = /^v?(\d+(?:\.\d+)*)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/.exec(version);
  return found?.[1] === undefined ? null : { numbers: found[1].split(".").map(Number), before: found[2] ?? "" };
}
