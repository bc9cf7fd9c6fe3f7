// Takes the plan from the Go program, lets the libraries take turns in their
// workers, one at a time, and sends back every sample.

import type { Answer, Encoding, File, Plan, Question, Report, Run, Sample } from "./protocol.ts";

const coreCount = "burrow count";
const slow = Symbol("slow");

/** A library's worker for one encoding; it starts anew when asked after a stop. */
class Subject {
  private worker: Worker | undefined;

  constructor(
    readonly lib: string,
    readonly encoding: Encoding,
  ) {}

  async ask(question: Question, limitMs: number): Promise<Answer | typeof slow> {
    if (this.worker === undefined) {
      this.worker = new Worker("/worker.js", { type: "module" });
      const loaded = await post(this.worker, { kind: "load", lib: this.lib, encoding: this.encoding }, 120_000);
      if (loaded === slow || loaded.kind === "failed" || question.kind === "load") {
        if (loaded === slow || loaded.kind === "failed") this.stop();
        return loaded;
      }
    }
    const answer = await post(this.worker, question, limitMs);
    // A trap leaves a WebAssembly instance in a state of its own making.
    if (answer === slow || answer.kind === "failed") this.stop();
    return answer;
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
  }
}

function post(worker: Worker, question: Question, limitMs: number): Promise<Answer | typeof slow> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(slow), limitMs);
    const settle = (answer: Answer): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    worker.onmessage = (event: MessageEvent<Answer>) => settle(event.data);
    worker.onerror = (event) => settle({ kind: "failed", message: event.message });
    worker.postMessage(question);
  });
}

async function measure(plan: Plan): Promise<Report> {
  const report: Report = {
    userAgent: navigator.userAgent,
    isolated: crossOriginIsolated,
    samples: [],
    loads: {},
    keystrokes: {},
    failures: [],
  };
  for (const encoding of plan.encodings) {
    const subjects = plan.libraries.map((lib) => new Subject(lib, encoding));
    for (const text of plan.texts) {
      await progress(`measuring ${text.name} in ${encoding} in the browser`);
      for (const subject of subjects) {
        await subject.ask({ kind: "run", url: text.warmup.url, leastMs: 4 * plan.leastMs }, 120_000);
      }
      for (const [round, part] of text.parts.entries()) {
        const first: Ask = { kind: "run", url: part.url, leastMs: 0, warmup: text.warmup.url };
        await turns(subjects, round, first, part, { mode: "first", text: text.name }, report.samples);
      }
      for (let round = 0; round < plan.rounds; round++) {
        const warm: Ask = { kind: "run", url: text.all.url, leastMs: plan.leastMs };
        await turns(subjects, round, warm, text.all, { mode: "warm", text: text.name }, report.samples);
      }
    }
    await progress(`measuring one letter in ${encoding} in the browser`);
    await letter(subjects, plan, report.samples);
    for (const subject of subjects) subject.stop();
    await progress(`measuring the start and keystrokes in ${encoding}`);
    try {
      report.loads[encoding] = await loads(encoding, plan.loads);
      report.keystrokes[encoding] = await keystrokes(encoding, plan);
    } catch (err) {
      report.failures.push(`the start and keystrokes in ${encoding}: ${message(err)}`);
    }
  }
  return report;
}

type Ask = Question & { kind: "run" };
type At = Pick<Sample, "mode" | "text">;

async function turns(subjects: Subject[], round: number, question: Ask, file: File, at: At, out: Sample[]): Promise<void> {
  for (let i = 0; i < subjects.length; i++) {
    const subject = subjects[(i + round) % subjects.length]!;
    const answer = await subject.ask(question, 120_000);
    record(subject, round, file, at, answer, "gave no answer", out);
  }
}

// Longer and longer runs of one letter; the longest that a library finishes
// within the limit is the one that its rounds measure, with another letter each.
async function letter(subjects: Subject[], plan: Plan, out: Sample[]): Promise<void> {
  const at: At = { mode: "letter", text: "one letter" };
  const longest = new Map<Subject, Run>();
  for (const subject of subjects) {
    for (const run of plan.runs) {
      const answer = await subject.ask({ kind: "run", url: run.probe.url, leastMs: 0 }, plan.limitMs);
      if (answer === slow || answer.kind !== "ran") {
        const failed = answer !== slow && answer.kind === "failed" ? failure(`fails at ${size(run.probe.bytes)}: ${answer.message}`) : slow;
        record(subject, 0, run.probe, at, failed, `over ${plan.limitMs / 1000} s for ${size(run.probe.bytes)}`, out);
        break;
      }
      longest.set(subject, run);
    }
  }
  const rounds = plan.runs[0]?.rounds.length ?? 0;
  for (let round = 0; round < rounds; round++) {
    for (const [subject, run] of longest) {
      const file = run.rounds[round]!;
      const question: Ask = { kind: "run", url: file.url, leastMs: 0, warmup: run.probe.url };
      await turns([subject], round, question, file, at, out);
    }
  }
}

function record(subject: Subject, round: number, file: File, at: At, answer: Answer | typeof slow, whenSlow: string, out: Sample[]): void {
  const { lib, encoding } = subject;
  const sample = { ...at, lib, encoding, round, file: file.url, bytes: file.bytes, tokens: 0, passes: [] };
  if (answer === slow || answer.kind !== "ran") {
    const failure = answer === slow ? whenSlow : answer.kind === "failed" ? answer.message : "answered something else";
    out.push({ ...sample, failure });
    return;
  }
  out.push({ ...sample, tokens: answer.tokens, passes: answer.passes });
  if (lib === coreCount) {
    out.push({ ...sample, lib: `${lib} inside`, tokens: answer.tokens, passes: answer.inside });
  }
}

// Each time in a new worker: tables, heap and compiled code are all fresh.
async function loads(encoding: Encoding, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const subject = new Subject(coreCount, encoding);
    const answer = await subject.ask({ kind: "load", lib: coreCount, encoding }, 60_000);
    subject.stop();
    times.push(expect(answer, "loaded").ms);
  }
  return times;
}

async function keystrokes(encoding: Encoding, plan: Plan): Promise<number[]> {
  const subject = new Subject(coreCount, encoding);
  const answer = await subject.ask({ kind: "keystrokes", url: plan.draft, count: plan.keystrokes }, 60_000);
  subject.stop();
  return expect(answer, "typed").ms;
}

function expect<K extends Answer["kind"]>(answer: Answer | typeof slow, kind: K): Answer & { kind: K } {
  if (answer === slow) throw new Error("no answer within the time limit");
  if (answer.kind === "failed") throw new Error(answer.message);
  if (answer.kind !== kind) throw new Error(`the worker answered ${answer.kind}`);
  return answer as Answer & { kind: K };
}

const failure = (message: string): Answer => ({ kind: "failed", message });

const message = (err: unknown): string => (err instanceof Error ? err.message : String(err));

async function send(path: string, body: string): Promise<void> {
  await fetch(path, { method: "POST", body });
}

const size = (bytes: number): string => (bytes < 1e6 ? `${bytes / 1e3} kB` : `${bytes / 1e6} MB`);

const progress = (line: string): Promise<void> => send("/progress", line);

try {
  const plan = (await (await fetch("/plan")).json()) as Plan;
  await send("/result", JSON.stringify(await measure(plan)));
} catch (err) {
  await send("/failure", message(err));
}
