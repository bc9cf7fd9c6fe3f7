// Which of two versions is older, and whether two ends are one build.

import { expect, test } from "@playwright/test";
import { compare, orderOf } from "../src/offline/version.js";

test("versions are ordered by their numbers", () => {
  const ordered = ["0.9", "0.10.0-rc.1", "0.10.0", "0.10.1", "v0.11", "1.0.0-alpha", "1.0.0+build.7", "10.0.0"];
  for (const [i, a] of ordered.entries()) {
    for (const [j, b] of ordered.entries()) expect(Math.sign(orderOf(a, b)), `${a} and ${b}`).toBe(Math.sign(i - j));
  }
  expect(orderOf("1.0", "1.0.0")).toBe(0);
  // Nobody can tell.
  expect(orderOf("dev", "1.0.0")).toBe(0);
});

test("two ends are told apart by version, then by build", () => {
  const end = (version: string, build: string) => ({ version, build });
  expect(compare(end("1.0", "a"), end("1.0", "a"))).toEqual({ kind: "same" });
  expect(compare(end("1.0", "a"), end("1.1", "b"))).toEqual({ kind: "page old", page: "1.0", server: "1.1" });
  expect(compare(end("1.1", "a"), end("1.0", "b"))).toEqual({ kind: "server old", page: "1.1", server: "1.0" });
  expect(compare(end("1.0", "a"), end("1.0", "b"))).toEqual({ kind: "differs", version: "1.0" });
  // A server from before builds had names.
  expect(compare(end("1.0", "a"), end("1.0", ""))).toEqual({ kind: "same" });
});
