import { useSignal } from "@preact/signals";
import { ArrowLeftRight, BadgeCheck, Check, Copy, Database, Download, MessageSquarePlus, RotateCcw, TriangleAlert } from "lucide";
import { useMemo } from "preact/hooks";
import { answerOf } from "../core/decode.js";
import type { Message } from "../core/protocol.gen.js";
import { Chart } from "../data/chart.js";
import { type Copied, copiedOf } from "../data/copied.js";
import { downloadCSV, tsvOf } from "../data/csv.js";
import { DataTable } from "../data/data-table.js";
import { database, forgetGolden, keepGolden } from "../data/database.js";
import { unsupported } from "../data/numbers.js";
import { Receipt } from "../data/receipt.js";
import { type DataAnswer, answerIn } from "../data/rows.js";
import { plainName, withoutHidden } from "../markdown/signs.js";
import { announce } from "../shared/announce.js";
import { copyText } from "../shared/clipboard.js";
import { Icon } from "../shared/icon.js";
import { sheet } from "../shared/layout.js";
import { Segments } from "../shared/segments.js";
import { say } from "../shared/toast.js";
import { data } from "../text/data.js";
import { ClarifyCard } from "./clarify-card.js";
import type { ChatIntents } from "./intents.js";
import { Marked } from "./marked-numbers.js";

export interface DataAnswerProps {
  message: Message;
  kept: unknown;
  last: boolean;
  intents: ChatIntents;
}

/** What the database said: warnings, rows as a chart or a table, and how they were found. It is drawn from what is kept, without the server. */
export function DataAnswerView({ message, kept, last, intents }: DataAnswerProps) {
  const answer = useMemo(() => answerIn(kept), [kept]);
  if (answer === null) return null;
  if (!answer.answered) return <Unanswered message={message} answer={answer} last={last} intents={intents} />;
  return (
    <section class="data-answer" aria-label={data.label}>
      {answer.by === "model" && <Marked message={message} found={unsupported(message.content, answer)} />}
      {answer.reading !== "" && (
        <p class="data-reading" dir="auto">
          {data.reading} {withoutHidden(answer.reading)}
        </p>
      )}
      {answer.warnings.map(({ kind, text }, i) => (
        <p key={i} class="data-warning" role="note" data-kind={kind}>
          <Icon node={TriangleAlert} small />
          <span dir="auto">{withoutHidden(text)}</span>
        </p>
      ))}
      <Shown answer={answer} name={message.uid} />
      <Receipt answer={answer} />
      <Tools answer={answer} />
    </section>
  );
}

/** One value says itself in the text; more are a table, or a chart where the rows have the shape of one. */
function Shown({ answer, name }: { answer: DataAnswer; name: string }) {
  const view = useSignal<"chart" | "table">("chart");
  const { chart } = answer;
  if (!hasTable(answer)) return null;
  if (chart === null) return <DataTable answer={answer} />;
  return (
    <>
      <Segments
        label={data.views.label}
        name={`view-${name}`}
        value={view.value}
        choices={[
          { value: "chart", label: data.views.chart },
          { value: "table", label: data.views.table },
        ]}
        choose={(chosen) => (view.value = chosen)}
      />
      {view.value === "chart" ? <Chart answer={answer} shape={chart} /> : <DataTable answer={answer} />}
    </>
  );
}

function hasTable({ rows, columns }: DataAnswer): boolean {
  return rows.length > 1 || (rows.length === 1 && columns.length > 1);
}

/** The rows that a message has, as other programs take them. */
export function copiedRows({ metadata }: Message): Copied | null {
  const parts = (answerOf(metadata)?.gathered ?? []).flatMap((one) => {
    const answer = answerIn(one.data);
    const copied = answer?.answered === true ? copiedOf(answer, data.table.firstOnly(answer.rows.length)) : null;
    return copied === null ? [] : [copied];
  });
  if (parts.length === 0) return null;
  return { markdown: parts.map(({ markdown }) => markdown).join("\n\n"), html: parts.map(({ html }) => html).join("") };
}

/** What can be done with the rows. */
function Tools({ answer }: { answer: DataAnswer }) {
  const copied = useSignal(false);
  const copy = async () => {
    if (!(await copyText(tsvOf(answer)))) return;
    copied.value = true;
    announce(data.table.copied);
    setTimeout(() => (copied.value = false), 2000);
  };
  return (
    <div class="data-tools">
      {hasTable(answer) && (
        <>
          <button type="button" class="worded small" title={data.table.downloadLabel} aria-label={data.table.downloadLabel} onClick={() => downloadCSV(answer, answer.question)}>
            <Icon node={Download} small />
            {data.table.download}
          </button>
          <button type="button" class="worded small" title={data.table.copyLabel} aria-label={data.table.copyLabel} onClick={() => void copy()}>
            <Icon node={copied.value ? Check : Copy} small />
            {copied.value ? data.table.copied : data.table.copy}
          </button>
        </>
      )}
      {database.value?.state === "ready" && (
        <>
          <Confirm answer={answer} />
          <button type="button" class="worded small" onClick={() => (sheet.value = "database")}>
            <Icon node={Database} small />
            {data.sheet.open}
          </button>
        </>
      )}
    </div>
  );
}

/** Keeps the query for the same question. */
function Confirm({ answer }: { answer: DataAnswer }) {
  const kept = useSignal(answer.by === "golden");
  const busy = useSignal(false);
  const confirm = async () => {
    busy.value = true;
    const one = await keepGolden({ question: answer.question, sql: answer.sql });
    busy.value = false;
    if (typeof one === "string") return say(one);
    kept.value = true;
    say(data.golden.kept, () => {
      void forgetGolden(one.id).then((problem) => (problem === null ? (kept.value = false) : say(problem)));
    });
  };
  if (answer.question === "" || answer.sql === "") return null;
  return (
    <button type="button" class="worded small" disabled={kept.value || busy.value} title={data.golden.confirmTitle} onClick={() => void confirm()}>
      <Icon node={BadgeCheck} small />
      {kept.value ? data.golden.confirmed : data.golden.confirm}
    </button>
  );
}

/** Why there is no answer, and how to go on: a choice, another question, another try, or without the database. */
function Unanswered({ message, answer, last, intents }: { message: Message; answer: DataAnswer; last: boolean; intents: ChatIntents }) {
  const { choices, examples, code } = answer;
  if (!last) return null;
  if (choices.length > 0) {
    const clarify = { question: message.content.includes(answer.reading) ? data.choose : answer.reading, point: "", choices: choices.map(({ label }) => ({ text: label, as: "" })) };
    const choose = (label: string) => {
      const chosen = choices.find((choice) => choice.label === label);
      if (chosen === undefined) intents.turns.again(message, { route: "general" });
      else intents.turns.again(message, { choice: JSON.stringify(chosen.apply), route: "sql" });
    };
    return <ClarifyCard message={message} clarify={clarify} live={null} intents={intents} choose={choose} just={data.without} />;
  }
  return (
    <section class="data-answer" aria-label={data.tryThese}>
      {examples.length > 0 && (
        <div class="data-examples">
          <h3>{data.tryThese}</h3>
          <ul>
            {examples.map((question) => (
              <li key={question}>
                <button type="button" class="data-question" onClick={() => intents.turns.send(question)}>
                  <Icon node={MessageSquarePlus} small />
                  <span dir="auto">{plainName(question)}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div class="data-tools">
        {code === "failed" && (
          <button type="button" class="worded small" onClick={() => intents.turns.again(message)}>
            <Icon node={RotateCcw} small />
            {data.again}
          </button>
        )}
        {answerOf(message.metadata)?.understood?.routes?.includes("general") && (
          <button type="button" class="worded small" onClick={() => intents.turns.again(message, { route: "general" })}>
            <Icon node={ArrowLeftRight} small />
            {data.without}
          </button>
        )}
      </div>
    </section>
  );
}
