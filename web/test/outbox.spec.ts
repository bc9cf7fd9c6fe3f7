// Questions that wait, in random schedules over two tabs. A few in the ordinary run, many
// by `make test-outbox`.

import { Schedule, type Tab, inLine } from "./outbox/schedule.js";
import { test, visit } from "./served.js";

const seeds = Number(process.env["OUTBOX_SEEDS"] ?? 3);
const first = Number(process.env["OUTBOX_FIRST_SEED"] ?? 1);
const steps = 10;

// What was done is said by the schedule; a trace of hundreds of looks would take most of the time.
test.use({ trace: "off" });

test("whatever happens, each question is sent once, in order, and answered once", async ({ page, context, server }) => {
  test.setTimeout(60_000 + seeds * 30_000);
  const tabs: Tab[] = [];
  for (let i = 0; i < 2; i++) {
    const tab = i === 0 ? page : await context.newPage();
    await visit(tab);
    await inLine(tab, i + 1);
    tabs.push({ page: tab, chat: { address: "" } });
  }
  const counts = { asked: 0, cancelled: 0, cut: 0 };
  for (let seed = first; seed < first + seeds; seed++) {
    const schedule = new Schedule(context, server, tabs, seed);
    try {
      await schedule.play(steps);
      for (const [what, count] of Object.entries(schedule.counts())) counts[what as keyof typeof counts] += count;
    } catch (error) {
      throw new Error(`seed ${seed} (OUTBOX_FIRST_SEED=${seed} OUTBOX_SEEDS=1): ${schedule.done.join(", ")}\n${(error as Error).message}`, { cause: error });
    }
  }
  console.log(`${seeds} schedules: ${counts.asked} questions, ${counts.cancelled} of them cancelled, ${counts.cut} cut off on their way and sent again`);
});
