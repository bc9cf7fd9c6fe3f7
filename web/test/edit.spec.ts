import { expect, test } from "@playwright/test";
import { difference, splitsPair } from "../src/composer/edit.js";

const apply = (text: string, { from, to, text: put }: { from: number; to: number; text: string }) =>
  text.slice(0, from) + put + text.slice(to);

test("equal texts need no edit", () => {
  expect(difference("", "")).toBeNull();
  expect(difference("🐇", "🐇")).toBeNull();
});

test("the edit is as small as the change", () => {
  expect(difference("hello world", "hello brave world")).toEqual({ from: 6, to: 6, text: "brave " });
  expect(difference("aaaa", "aaa")).toEqual({ from: 3, to: 4, text: "" });
  expect(difference("aaa", "aaaa")).toEqual({ from: 3, to: 3, text: "a" });
  expect(difference("", "x")).toEqual({ from: 0, to: 0, text: "x" });
});

test("an edit takes whole characters", () => {
  expect(difference("🐇", "🐈")).toEqual({ from: 0, to: 2, text: "🐈" }); // same first unit
  expect(difference("🐇", "🌇")).toEqual({ from: 0, to: 2, text: "🌇" }); // same second unit
  expect(difference("\ud83d", "🐇")).toEqual({ from: 0, to: 1, text: "🐇" });
  expect(difference("🐇", "\udc07")).toEqual({ from: 0, to: 2, text: "\udc07" });
});

test("edits between random texts lead from one to the other", () => {
  const seed = Number(process.env["EDIT_SEED"] ?? 20_261_118);
  let state = seed;
  const random = (n: number) => (state = (state * 48271) % 2147483647) % n;
  const alphabet = ["a", "b", "é", "日", "🐇", "🐈", "🌇", "\ud83d", "\udc07"];
  const text = () => Array.from({ length: random(8) }, () => alphabet[random(alphabet.length)]).join("");
  const wrong: string[] = [];
  for (let i = 0; i < 20_000; i++) {
    const [before, after] = [text(), text()];
    const edit = difference(before, after);
    const right =
      edit === null
        ? before === after
        : apply(before, edit) === after &&
          ![edit.from, edit.to].some((offset) => splitsPair(before, offset)) &&
          ![edit.from, edit.from + edit.text.length].some((offset) => splitsPair(after, offset));
    if (!right) wrong.push(JSON.stringify([before, after, edit]));
  }
  expect(wrong, `EDIT_SEED=${seed}`).toEqual([]);
});
