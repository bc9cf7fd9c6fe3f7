// One writer per origin, with a small scripted core in place of the real one: see
// tabs/worker.ts. TABS_ROUNDS=100 plays that many random rounds, TABS_SEED others.

import { type Page, expect, test } from "@playwright/test";
import { Origin } from "./tabs/origin.js";
import type { Setup } from "./tabs/page.js";
import { playRounds } from "./tabs/rounds.js";
import { dump, freeze, settled, takeOver, waysToGo, write } from "./tabs/takeover.js";

const rounds = Number(process.env["TABS_ROUNDS"] ?? 10);

// Recording every call to eight pages would be most of the work.
test.use({ trace: "off" });

let origin: Origin;
let setup: Setup;

test.beforeAll(async ({ launchOptions, baseURL }) => {
  origin = await Origin.start(launchOptions, baseURL ?? "");
});
test.beforeEach(({}, { testId }) => {
  // Each test has a lock, a channel and a file of its own.
  setup = { file: testId, options: { name: testId, ping: 20, idlePing: 60, silence: 2_000 } };
});
test.afterEach(() => origin.clear());
test.afterAll(() => origin.stop());

const reached = (page: Page, kind: "leading" | "following" | "waiting" | "failed") =>
  page.evaluate((kind) => window.tab.reached(kind), kind);

test("of two tabs one leads, and both hear what changed", async () => {
  const [leader, follower] = await origin.openAll(2, setup);
  const [first, second] = [await write(leader), await write(follower)];
  expect(second).toEqual({ line: first.line + 1, by: first.by });
  const numbers = [await leader.evaluate(() => window.tab.number), await follower.evaluate(() => window.tab.number)];
  for (const page of [leader, follower]) {
    await expect.poll(() => page.evaluate(() => window.tab.changed)).toEqual(numbers.map((n) => `${n}-1`));
  }
  expect(await follower.evaluate(() => window.tab.attempts)).toEqual([]);
  origin.check(await dump(follower));
});

test("eight tabs write at once through one of them", async () => {
  const pages = await origin.openAll(8, setup);
  await Promise.all(pages.map((page) => page.evaluate(() => window.tab.burst(50))));
  await Promise.all(pages.map(settled));
  expect(origin.acked.size).toBe(400);
  expect(new Set([...origin.acked.values()].map(({ by }) => by)).size).toBe(1);
  origin.check(await dump(pages[1]));
});

const tries = rounds < 100 ? 3 : 20;

for (const [how, go] of waysToGo) {
  test(`a leader that is ${how} is followed by another tab`, async () => {
    test.setTimeout(60_000 + tries * 10_000);
    // The product's own intervals; how long it takes with them, `make bench-tabs` measures.
    setup.options = { name: setup.file };
    for (let i = 0; i < tries; i++) await takeOver(origin, setup, go);
  });
}

/** Where silence is what is tested, it begins soon. */
function listenClosely(): void {
  setup.options = { ...setup.options, silence: 100 };
}

async function thaw(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("resume")));
}

test("a frozen leader lets go, and follows when it is back", async () => {
  const [leader, follower] = await origin.openAll(2, setup);
  await freeze(leader);
  await reached(follower, "leading");
  await thaw(leader);
  await reached(leader, "following");
  await write(leader);
  // It stands for the lead again.
  await follower.close();
  await reached(leader, "leading");
  await write(leader);
  origin.check(await dump(leader));
});

test("a tab that has let go still writes, through the next leader", async () => {
  const [leader, follower] = await origin.openAll(2, setup);
  await leader.evaluate(() => window.tab.burst(30, { before: 1 }));
  await leader.evaluate(() => window.tab.release());
  await leader.evaluate(() => window.tab.burst(30));
  await settled(leader);
  expect(origin.acked.size).toBe(60);
  expect(await leader.evaluate(() => window.tab.statuses.at(-1)?.kind)).toBe("following");
  origin.check(await dump(follower));
});

test("a leader that lets go first finishes what is under way, and begins nothing new", async () => {
  const [leader, follower] = await origin.openAll(2, setup);
  const { by } = await write(follower);
  const writers = await leader.evaluate(async () => {
    const before = window.tab.write({ before: 100 });
    void window.tab.release();
    const after = window.tab.write();
    return [(await before).by, (await after).by];
  });
  const next = await reached(follower, "leading");
  expect(next).not.toMatchObject({ opened: { by } });
  expect(next).toMatchObject({ opened: { by: writers[1] } });
  expect(writers[0]).toBe(by);
  origin.check(await dump(follower));
});

test("a follower that lets go leaves the queue, and is next to nobody", async () => {
  const leader = await origin.open(setup);
  await reached(leader, "leading");
  const next = await origin.open(setup);
  await reached(next, "following");
  const last = await origin.open(setup);
  await reached(last, "following");
  await next.evaluate(() => window.tab.release());
  await leader.close();
  await reached(last, "leading");
  await write(next);
  expect(await next.evaluate(() => window.tab.attempts)).toEqual([]);
  origin.check(await dump(last));
});

test("what a leader that lets go cannot finish in time is done by the next", async () => {
  setup.options = { ...setup.options, drain: 50 };
  const [leader, follower] = await origin.openAll(2, setup);
  const { by } = await write(leader);
  await follower.evaluate(() => window.tab.burst(1, { before: 2_000 }));
  // The others are behind it, in the leader's core.
  await follower.evaluate(() => window.tab.burst(3));
  await leader.evaluate(() => window.tab.burst(3));
  await leader.evaluate(() => window.tab.release());
  await settled(follower);
  await settled(leader);
  const writers = [...origin.acked.values()].map((written) => written.by);
  expect(writers.filter((writer) => writer === by).length).toBe(1);
  expect(writers.length).toBe(8);
  origin.check(await dump(follower));
});

test("followers of a leader that hangs say so, wait, and go on with it", async () => {
  listenClosely();
  const [leader, follower, other] = await origin.openAll(3, setup);
  await leader.evaluate(() => window.tab.hang(1_000));
  await follower.evaluate(() => window.tab.burst(10));
  const status = await reached(follower, "waiting");
  expect(status).toMatchObject({ reason: "Another Burrow tab isn’t responding. Close it, or wait. Nothing is lost." });
  // Without a request of its own a tab asks now and then, and learns of it too.
  if (other !== undefined) await reached(other, "waiting");
  expect(origin.acked.size).toBe(0);
  await settled(follower);
  await reached(follower, "following");
  if (other !== undefined) await reached(other, "following");
  expect(new Set([...origin.acked.values()].map(({ by }) => by)).size).toBe(1);
  expect(await follower.evaluate(() => window.tab.attempts)).toEqual([]);
  origin.check(await dump(follower));
});

test("a leader that hangs for ever keeps the lock until it is closed", async () => {
  listenClosely();
  const [leader, follower] = await origin.openAll(2, setup);
  const { by } = await write(follower);
  await leader.evaluate(() => window.tab.hang(null));
  await follower.evaluate(() => window.tab.burst(10));
  await reached(follower, "waiting");
  expect(await follower.evaluate(() => window.tab.attempts)).toEqual([]);
  const begin = Date.now();
  const closed = leader.close();
  await settled(follower);
  console.log(`takeover from a leader that hangs and is closed: ${Date.now() - begin} ms`);
  await closed;
  expect(await reached(follower, "leading")).not.toMatchObject({ opened: { by } });
  origin.check(await dump(follower));
});

test("a new leader serves its own page first, each page in order", async () => {
  const [leader, ...followers] = await origin.openAll(3, setup);
  await leader.evaluate(() => window.tab.hang(null));
  for (const page of followers) await page.evaluate(() => window.tab.burst(5));
  await leader.close();
  await Promise.all(followers.map(settled));
  const [first = followers[0]] = await select(followers, (page) => page.evaluate(() => window.tab.statuses.at(-1)?.kind === "leading"));
  const text = await dump(first);
  const keys = [...text.matchAll(/"key":"(\d+)-(\d+)"/g)].map(([, tab, n]) => ({ tab: Number(tab), n: Number(n) }));
  const number = await first.evaluate(() => window.tab.number);
  expect(keys.slice(0, 5).map(({ tab }) => tab)).toEqual([number, number, number, number, number]);
  expect(keys.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5]);
  origin.check(text);
});

async function select(pages: Page[], holds: (page: Page) => Promise<boolean>): Promise<Page[]> {
  const held = await Promise.all(pages.map(holds));
  return pages.filter((_, i) => held[i]);
}

test("a request that its page gave up is not sent to the next leader", async () => {
  const [leader, follower] = await origin.openAll(2, setup);
  await leader.evaluate(() => window.tab.hang(null));
  const [given, kept] = await follower.evaluate(() => {
    const keys = window.tab.burst(2);
    window.tab.cancel(1);
    return keys;
  });
  await reached(follower, "waiting");
  await leader.close();
  await settled(follower);
  const text = await dump(follower);
  expect(text).toContain(`"${kept}"`);
  expect(text).not.toContain(`"${given}"`);
  origin.check(text);
});

test("a cancellation reaches the leader's core", async () => {
  const [leader, follower] = await origin.openAll(2, setup);
  // The first is under way when both are given up; the second has not begun.
  await follower.evaluate(() => {
    window.tab.burst(2, { before: 200 });
    window.tab.cancel(1);
    window.tab.cancel(2);
  });
  await write(follower);
  await write(leader);
  const text = await dump(leader);
  expect(text.match(/"key"/g)?.length).toBe(2);
  origin.check(text);
});

test("a file that cannot be opened is tried again after growing pauses, and all tabs are told", async () => {
  const options = { ...setup.options, retryFirst: 50, retryLongest: 200 };
  const failing = await origin.open({ ...setup, options, opening: { failures: 5, held: false } });
  await reached(failing, "failed");
  await write(failing);
  const attempts = await failing.evaluate(() => window.tab.attempts);
  const pauses = attempts.slice(1).map((at, i) => at - (attempts[i] ?? 0));
  expect(attempts.length).toBe(6);
  // The write may have cut the second pause down to the first one's length.
  for (const [i, least] of [50, 50, 200, 200, 200].entries()) expect(pauses[i]).toBeGreaterThan(least * 0.9);
  expect(origin.failures.splice(0)).toEqual(["The file could not be opened."]);
  origin.check(await dump(failing));
});

test("a tab that can open the file leads when another cannot", async () => {
  const options = { ...setup.options, retryFirst: 60_000 };
  const failing = await origin.open({ ...setup, options, opening: { failures: 1, held: false } });
  await reached(failing, "failed");
  const other = await origin.open({ ...setup, options });
  await reached(other, "leading");
  await reached(failing, "following");
  await write(failing);
  // It is in the queue again, in spite of the pause.
  await other.close();
  await reached(failing, "leading");
  origin.failures.length = 0;
  origin.check(await dump(failing));
});

test("a tab that comes back tries to open the file at once", async () => {
  const tab = await origin.open({ ...setup, options: { ...setup.options, retryFirst: 60_000 }, opening: { failures: 1, held: false } });
  await reached(tab, "failed");
  await tab.evaluate(() => window.tab.resume());
  await reached(tab, "leading");
});

test("all tabs are told of a failure, and each tries once", async () => {
  const options = { ...setup.options, retryFirst: 60_000 };
  const pages = await Promise.all([1, 2, 3].map(() => origin.open({ ...setup, options, opening: { failures: 1, held: false } })));
  for (const page of pages) {
    await reached(page, "failed");
    await expect.poll(() => page.evaluate(() => window.tab.attempts.length)).toBe(1);
  }
});

test("while a leader is opening the file, others say so", async () => {
  const opener = await origin.open({ ...setup, opening: { failures: 0, held: true } });
  await expect.poll(() => opener.evaluate(() => window.tab.attempts.length)).toBe(1);
  const other = await origin.open(setup);
  await expect
    .poll(() => other.evaluate(() => window.tab.statuses.at(-1)))
    .toMatchObject({ kind: "waiting", reason: expect.stringContaining("still opening") });
  expect(await opener.evaluate(() => window.tab.statuses)).toEqual([{ kind: "starting" }]);
  await opener.evaluate(() => window.tab.opening({ failures: 0, held: false }));
  await reached(opener, "leading");
  await reached(other, "following");
});

test("a tab that is released while it opens the file closes it again", async () => {
  const opener = await origin.open({ ...setup, opening: { failures: 0, held: true } });
  await expect.poll(() => opener.evaluate(() => window.tab.attempts.length)).toBe(1);
  const other = await origin.open(setup);
  const released = opener.evaluate(() => window.tab.release());
  await opener.evaluate(() => window.tab.opening({ failures: 0, held: false }));
  await released;
  await reached(other, "leading");
  await write(opener);
  origin.check(await dump(other));
});

test("tabs with the same number get their own answers or a refusal", async () => {
  const [leader, follower] = await origin.openAll(2, { ...setup, number: 77 });
  // Both send request 1. The leader's is under way for as long as the test looks.
  await leader.evaluate(() => window.tab.burst(1, { before: 60_000 }));
  await expect(write(follower)).rejects.toThrow("unavailable: Two tabs got in each other’s way.");
  // Request 2 is nobody else's, and waits for its turn in the core.
  const second = follower.evaluate(() => window.tab.write());
  await leader.evaluate(() => window.tab.restart());
  expect((await second).line).toBeGreaterThan(1);
});

test("words of others on the channel change nothing", async () => {
  const [leader, follower] = await origin.openAll(2, setup);
  const epochs = follower.evaluate(
    (name) =>
      new Promise<string>((resolve) => {
        const channel = new BroadcastChannel(name);
        channel.onmessage = ({ data }: MessageEvent<{ kind: string; epoch: string }>) => {
          if (data.kind !== "lead") return;
          channel.close();
          resolve(data.epoch);
        };
        channel.postMessage({ v: 1, from: "a test", kind: "ask" });
      }),
    setup.options?.name ?? "",
  );
  const epoch = await epochs;
  const request = '{"kind":"request","id":5,"method":"write","params":{"key":"1-1"}}';
  const before = await Promise.all([leader, follower].map((page) => page.evaluate(() => window.tab.statuses.length)));
  await follower.evaluate(
    ([name, words]) => {
      const channel = new BroadcastChannel(name);
      for (const word of words) channel.postMessage(word);
      channel.close();
    },
    [
      setup.options?.name ?? "",
      [
        undefined, null, 7, "lead", [], {}, { v: "1", kind: "ask", from: "x" }, { v: 1 }, { v: 1, kind: "lead" },
        { v: 1, from: "x", kind: "lead", epoch: 5, opened: {} }, { v: 1, from: "x", kind: "lead", epoch: "x", opened: null },
        { v: 1, from: "x", kind: "released", epoch: "x" }, { v: 1, from: "x", kind: "failed" }, { v: 1, from: "x", kind: "constructor" },
        { v: 1, from: "x", kind: "frame", epoch, id: "5", frame: request }, { v: 1, from: "x", kind: "frame", epoch, id: 6, frame: request },
        { v: 1, from: "x", kind: "frame", epoch, id: 5, frame: { toString: "x" } }, { v: 1, from: "x", kind: "frame", epoch: "x", id: 5, frame: request },
        { v: 1, from: "x", kind: "frame", epoch, id: 5, frame: '{"kind":"result","id":5,"result":{}}' },
        { v: 1, from: "x", kind: "answer", to: "x", id: 5, frame: '{"kind":"result","id":5,"result":{}}' },
        { v: 1, from: "x", kind: "tell", frame: "not a frame" }, { v: 1, from: "x", kind: "tell", frame: '{"kind":"result","id":5,"result":{}}' },
      ],
    ] as const,
  );
  await write(leader);
  await write(follower);
  const text = await dump(follower);
  expect(text.match(/"key"/g)?.length).toBe(2);
  expect(await Promise.all([leader, follower].map((page) => page.evaluate(() => window.tab.statuses.length)))).toEqual(before);
  origin.check(text);
});

test("a request that is sent again while it is under way has one answer", async () => {
  const [leader] = await origin.openAll(2, setup);
  const answers = await leader.evaluate(
    (name) =>
      new Promise<string[]>((resolve) => {
        const channel = new BroadcastChannel(name);
        const answers: string[] = [];
        const request = (id: number) => JSON.stringify({ kind: "request", id, method: "write", params: { key: `1-${id}`, before: 20, after: 0 } });
        channel.onmessage = ({ data }: MessageEvent<{ kind: string; epoch: string; frame: string }>) => {
          if (data.kind === "lead") {
            for (const id of [1, 1, 2]) channel.postMessage({ v: 1, from: "a test", kind: "frame", epoch: data.epoch, id, frame: request(id) });
          }
          if (data.kind === "answer") answers.push(data.frame);
          if (answers.at(-1)?.includes('"id":2')) {
            channel.close();
            resolve(answers);
          }
        };
        channel.postMessage({ v: 1, from: "a test", kind: "ask" });
      }),
    setup.options?.name ?? "",
  );
  expect(answers.map((frame) => JSON.parse(frame) as unknown)).toEqual([
    expect.objectContaining({ kind: "result", id: 1 }),
    expect.objectContaining({ kind: "result", id: 2 }),
  ]);
  origin.check(await dump(leader));
});

test("a tab of another version is noticed, and told who leads", async () => {
  const name = setup.options?.name ?? "";
  const leader = await origin.open(setup);
  await reached(leader, "leading");
  const heard = await leader.evaluate(
    (name) =>
      new Promise<unknown>((resolve) => {
        const channel = new BroadcastChannel(name);
        channel.onmessage = ({ data }) => {
          channel.close();
          resolve(data);
        };
        channel.postMessage({ v: 2, kind: "ask", whatever: true });
      }),
    name,
  );
  expect(heard).toMatchObject({ v: 1, kind: "lead" });
  const follower = await origin.open(setup);
  await reached(follower, "following");
  await leader.evaluate((name) => new BroadcastChannel(name).postMessage({ v: 2 }), name);
  for (const page of [leader, follower]) {
    await expect
      .poll(() => page.evaluate(() => window.tab.statuses))
      .toContainEqual(expect.objectContaining({ note: "Another tab is running a different version of Burrow. Reload that tab." }));
    // The other is silent from now on, as one that was closed.
    await expect.poll(() => page.evaluate(() => "note" in (window.tab.statuses.at(-1) ?? {}))).toBe(false);
  }
});

test("a leader of another version is named as the reason for waiting", async () => {
  // The page itself plays that leader: it holds the lock and speaks another version.
  const page = await origin.open({ ...setup, options: { ...setup.options, name: `${setup.file}-other` } });
  await page.evaluate(async (name) => {
    await new Promise<void>((resolve) => void navigator.locks.request(name, () => (resolve(), new Promise(() => {}))));
    const channel = new BroadcastChannel(name);
    channel.onmessage = () => channel.postMessage({ v: 2, kind: "lead", something: "else" });
  }, setup.options?.name ?? "");
  const other = await origin.open(setup);
  await expect
    .poll(() => other.evaluate(() => window.tab.statuses.at(-1)))
    .toMatchObject({ kind: "waiting", reason: "Another tab is running a different version of Burrow. Reload that tab." });
  await page.close();
  await reached(other, "leading");
});

test("a closed Tabs lets go for good", async () => {
  const [leader, follower] = await origin.openAll(2, setup);
  await leader.evaluate(() => window.tab.close());
  await reached(follower, "leading");
  await leader.evaluate(() => window.tab.resume());
  await write(follower);
  origin.check(await dump(follower));
});

test(`no write is lost, doubled or out of order in ${rounds} random rounds`, async () => {
  test.setTimeout(30_000 + rounds * 5_000);
  listenClosely();
  await playRounds(origin, setup, rounds, Number(process.env["TABS_SEED"] ?? 1));
});
