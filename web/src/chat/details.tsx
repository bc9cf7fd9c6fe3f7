import { useSignal } from "@preact/signals";
import { GitBranch } from "lucide";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { CoreError } from "../core/client.js";
import type { Answer as Stats, Checkpoint, Message } from "../core/protocol.gen.js";
import { complain } from "../shared/complain.js";
import { Icon } from "../shared/icon.js";
import { plainName } from "../markdown/signs.js";
import { text } from "../text/en.js";
import { duration, number, time } from "../text/format.js";
import type { ChatIntents } from "./intents.js";
import { UnderstandingDetails } from "./understanding-details.js";

export interface DetailsProps {
  message: Message;
  stats: Stats;
  intents: ChatIntents;
}

const words = text.chat.details;

/** Who answered, what was sent, what it took, and the steps on the way. */
export function Details({ message, stats, intents }: DetailsProps) {
  return (
    <section class="details figures" aria-label={words.label}>
      <dl>
        {rowsOf(message, stats, intents).map(([name, value, note], i) => (
          <div key={i}>
            <dt>{name}</dt>
            <dd>
              {value}
              {note !== undefined && <span>{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {stats.understood !== undefined && <UnderstandingDetails understood={stats.understood} />}
      {stats.turn !== undefined && <StepList message={message.uid} searched={stats.rung === "none"} intents={intents} />}
    </section>
  );
}

type Row = [name: string, value: ComponentChildren, note?: string | undefined];

function rowsOf(message: Message, stats: Stats, intents: ChatIntents): Row[] {
  const { model, provider, rung, fell, sources, length, finish, usage, sent, timings, attempts } = stats;
  const rows: Row[] = [];
  const estimate = sent?.estimate ?? false;
  if (model !== undefined && model !== "") rows.push([words.model, plainName(model)]);
  if (provider !== undefined) rows.push([words.provider, plainName(provider)]);
  if (rung !== undefined) rows.push([text.models.details.rung, text.models.details.rungs[rung]]);
  if (fell !== undefined) rows.push([text.models.details.fell, fell]);
  if (sources !== undefined) rows.push([text.models.details.sources, text.models.details.sourcesValue(sources.length)]);
  if (length !== undefined) rows.push([words.length, words.lengths[length]]);
  rows.push([words.at, words.moment(message.createdAt)]);
  if (message.encoding !== undefined) rows.push([words.tokens, words.tokensValue(message.tokens, estimate), message.encoding]);
  if (sent !== undefined) rows.push([words.sent, words.sentValue(sent.messages, sent.tokens, estimate), sent.left ? words.left(sent.left) : undefined]);
  if (usage !== undefined) {
    const notes = [usage.cachedTokens ? words.cached(usage.cachedTokens) : "", usage.reasoningTokens ? words.thought(usage.reasoningTokens) : ""];
    rows.push([words.usage, words.usageValue(usage.promptTokens, usage.completionTokens), notes.filter(Boolean).join(", ") || undefined]);
  }
  rows.push(...receiptRows(stats), ...memoryRows(stats, intents));
  if (timings !== undefined) {
    rows.push([words.time, words.timeValue(timings.first === undefined ? null : duration(timings.first), duration(timings.total))]);
  }
  if (attempts !== undefined) rows.push([words.attempts, number(attempts)]);
  if (finish !== undefined && finish !== "stop") rows.push([words.finish, finish]);
  return rows;
}

/** What the prompt was made of, how well it was counted, and what it cost. */
function memoryRows({ usage, sent, cost }: Stats, intents: ChatIntents): Row[] {
  const rows: Row[] = [];
  const { parts = [], recalled = [], documents = [], tokens = 0 } = sent ?? {};
  const said = text.memory.details;
  if (parts.length > 0) rows.push([said.parts, parts.map((part) => said.part(part.tokens, kindWords(part.kind))).join(", ")]);
  for (const { name, whole = false, passages = 0 } of documents) rows.push([plainName(name), whole ? text.documents.whole : text.documents.passages(passages)]);
  if (recalled.length > 0) {
    const links = recalled.map((uid, i) => (
      <button key={uid} type="button" class="source" aria-label={said.recalledLink(i + 1, recalled.length)} onClick={() => intents.memory.seek(uid)}>
        {number(i + 1)}
      </button>
    ));
    rows.push([said.recalled, links]);
  }
  if (sent?.budget !== undefined) {
    const cut = (sent.cut ?? []).map(({ passages, kind, why }) => said.cutValue(passages, kindWords(kind), said.cut[why] ?? why));
    rows.push([said.evidence, said.evidenceValue(sent.quality ?? 0, sent.budget), cut.join(", ") || undefined]);
  }
  if (usage !== undefined && tokens > 0) rows.push([said.drift, said.driftValue(tokens, usage.promptTokens)]);
  if (cost !== undefined && cost > 0) rows.push([said.cost, said.costValue(cost)]);
  return rows;
}

function kindWords(kind: string): string {
  return (text.memory.details.kinds as Record<string, string>)[kind] ?? kind;
}

/** What was done to look something up. */
function receiptRows({ gathered = [] }: Stats): Row[] {
  return gathered.flatMap(({ label, took, receipt = [] }) => [
    [plainName(label), duration(took)] as Row,
    ...receipt.map(({ label: name, text: value }): Row => [plainName(name), plainName(value)]),
  ]);
}

function StepList({ message, searched, intents }: { message: string; searched: boolean; intents: ChatIntents }) {
  const steps = useSignal<readonly Checkpoint[] | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    intents.steps.list(message, abort.signal).then(
      (list) => (steps.value = list),
      (error: unknown) => {
        if (!(error instanceof CoreError)) throw error;
      },
    );
    return () => abort.abort();
  }, [message, intents]);
  if (steps.value === null) return null;
  return (
    <>
      <h3>{words.steps}</h3>
      {steps.value.length === 0 && <p>{words.stepsNone}</p>}
      <ol class="steps" aria-label={words.steps}>
        {steps.value.map(({ uid, node, createdAt, writes }) => (
          <li key={uid}>
            <span class="step-name">{searched && node === "answer" ? text.models.details.searched : (words.nodes[node] ?? node)}</span>
            <span class="step-note">
              {time(createdAt)}
              {writes !== undefined && writes > 0 && ` · ${words.writes(writes)}`}
            </span>
            <button type="button" class="worded small" onClick={() => intents.steps.branch(uid).catch(complain)}>
              <Icon node={GitBranch} small />
              {words.branch}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
