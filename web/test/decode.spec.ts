// The page's decoder against what the core encodes, and against what it does not know.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { answerOf, decode } from "../src/core/decode.js";
import { lists, shapes } from "../src/core/protocol.gen.js";

type Tree = Record<string, unknown>;

let samples: string[] = [];

test.beforeAll(() => {
  // What tools/gents makes up.
  samples = readFileSync(join(import.meta.dirname, "../../build/test/frames.jsonl"), "utf8").trim().split("\n");
});

const parse = (text: string) => JSON.parse(text) as Tree;

/** What is kept with the answers among the samples. */
const answers = () => samples.map((sample) => (parse(sample)["event"] as Tree | undefined)?.["stats"]).filter((stats) => stats !== undefined);

/** The members of a shape, or of that of a value of a union. */
function membersOf(type: string, value: Tree): { name: string; required: boolean; type: string }[] {
  const shape = shapes[type.startsWith("|") ? `${type.slice(1)}.${String(value["kind"])}` : type] ?? "";
  return shape.split(",").map((member) => {
    const [, name = "", mark = "", of = ""] = /^(\w+)([:?])(.+)$/.exec(member) ?? [];
    return { name, required: mark === ":", type: of };
  });
}

interface Place {
  /** The object in which a member stands, and the member. */
  inside: Tree;
  name: string;
  type: string;
  required: boolean;
}

/** All members that a value has, at any depth. */
function* placesIn(type: string, value: unknown): Generator<Place> {
  if (type.startsWith("[")) {
    for (const entry of value as unknown[]) yield* placesIn(type.slice(1), entry);
  } else if (/^[|A-Z]/.test(type)) {
    const inside = value as Tree;
    for (const { name, type: of, required } of membersOf(type, inside)) {
      if (inside[name] === undefined) continue;
      yield { inside, name, type: of, required };
      yield* placesIn(of, inside[name]);
    }
  }
}

test("what the core encodes is given back", () => {
  const kinds = new Set<string>();
  for (const sample of samples) {
    const frame = parse(sample);
    expect(decode(sample), sample).toEqual(frame);
    kinds.add(`CoreEvent.${String((frame["event"] as Tree | undefined)?.["kind"])}`);
  }
  const known = Object.keys(shapes).filter((name) => name.startsWith("CoreEvent."));
  expect(known.filter((kind) => !kinds.has(kind)), "every event is among the samples").toEqual([]);
  expect(answers().length).toBeGreaterThan(0);
  for (const answer of answers()) expect(answerOf(answer)).toEqual(answer);
});

test("an unknown value of a closed list takes nothing else along", () => {
  const seen = new Set<string>();
  const check = (type: string, fresh: () => Tree, read: (value: Tree) => unknown) => {
    const count = [...placesIn(type, fresh())].length;
    for (let i = 0; i < count; i++) {
      // The same place in what is sent and in what is to come of it.
      const [sent, wanted] = [fresh(), fresh()];
      const [there, here] = [sent, wanted].map((tree) => [...placesIn(type, tree)][i]) as [Place, Place];
      if (!there.type.startsWith("=")) continue;
      there.inside[there.name] = "unheard-of";
      const list = there.type.slice(1);
      seen.add(list);
      if (here.required) here.inside[here.name] = lists[list]?.split(" ")[0];
      else delete here.inside[here.name];
      expect(read(sent), `${type} ${there.name}`).toEqual(wanted);
    }
  };
  for (const sample of samples) check("|FromCore", () => parse(sample), (frame) => decode(JSON.stringify(frame)));
  for (const answer of answers()) check("Answer", () => structuredClone(answer) as Tree, answerOf);
  expect([...seen].sort()).toEqual(Object.keys(lists).sort());
});

test("an answer keeps everything but the member that cannot be read", () => {
  const whole = { turn: "t", model: "m", rung: "browser", usage: { promptTokens: 1, completionTokens: 2 }, sources: [{ session: "s", message: "m", name: "n", role: "user", at: 1 }] };
  for (const name of Object.keys(whole) as (keyof typeof whole)[]) {
    const { [name]: _, ...rest } = whole;
    expect(answerOf({ ...whole, [name]: 17 }), name).toEqual(rest);
  }
  expect(answerOf({ ...whole, mood: "glad" })).toEqual(whole);
  expect(answerOf({ ...whole, usage: { promptTokens: 1 } })).toEqual({ ...whole, usage: undefined });
  const { role: _, ...unsigned } = whole.sources[0]!;
  expect(answerOf({ ...whole, sources: [{ ...unsigned, role: "oracle" }, "nonsense"] })).toEqual({ ...whole, sources: [unsigned] });
  // A value that must be there is taken for one that is known.
  expect(answerOf({ ...whole, problem: { code: "new", message: "?" } })).toEqual({ ...whole, problem: { code: "unavailable", message: "?" } });
  expect(answerOf("metadata of another program")).toBeNull();
  expect(answerOf(null)).toBeNull();
});

test("what is kept with an answer is read once", () => {
  const metadata = { model: "m", understood: "nonsense" };
  expect(answerOf(metadata)).toBe(answerOf(metadata));
});

test("members that are not known are passed over", () => {
  for (const sample of samples) {
    const frame = parse(sample);
    for (const { inside } of [...placesIn("|FromCore", frame)]) inside["unheardOf"] = { of: [1] };
    expect(decode(JSON.stringify(frame)), sample).toEqual(parse(sample));
  }
});

test("an event of an unknown kind is skipped, and noted once", () => {
  const said: unknown[] = [];
  const { warn } = console;
  console.warn = (words: unknown) => said.push(words);
  try {
    for (let i = 0; i < 3; i++) expect(decode('{"kind":"event","id":1,"event":{"kind":"unheard-of","x":1}}')).toBe("skipped");
    expect(decode('{"kind":"event","id":1,"event":{"kind":"constructor"}}')).toBe("skipped");
  } finally {
    console.warn = warn;
  }
  expect(said).toEqual([expect.stringContaining("unheard-of"), expect.stringContaining("constructor")]);
});

test("a frame whose envelope is broken is refused", () => {
  for (const broken of [
    "",
    "nonsense",
    "null",
    "[]",
    "17",
    "{}",
    '{"kind":"unheard-of"}',
    '{"kind":"ready"}',
    '{"kind":"result","id":"1","result":{}}',
    '{"kind":"error","id":1,"code":"invalid"}',
    '{"kind":"error","id":1,"message":"without a code"}',
    '{"kind":"event","id":1}',
    '{"kind":"event","id":1,"event":[]}',
    '{"kind":"event","id":1,"event":{"kind":7}}',
    '{"kind":"event","id":"1","event":{"kind":"unheard-of"}}',
    '{"kind":"event","id":1,"event":{"kind":"token","channel":"answer"}}',
    '{"kind":"event","id":1,"event":{"kind":"error","problem":{"code":"internal"}}}',
    '{"kind":"crash","message":"without a detail"}',
  ]) {
    expect(decode(broken), broken).toBeNull();
  }
  expect(decode({ kind: "ready", version: "1" })).toBeNull();
});
