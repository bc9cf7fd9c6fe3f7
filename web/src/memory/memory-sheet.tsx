import { useSignal } from "@preact/signals";
import { Undo2 } from "lucide";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { CoreError } from "../core/client.js";
import type { Forecast, SummaryInfo } from "../core/protocol.gen.js";
import { context } from "../models/next.js";
import { layers, priceWanted } from "../settings/settings.js";
import { Icon } from "../shared/icon.js";
import { openSettings, sheet } from "../shared/layout.js";
import { session as shown } from "../shared/route.js";
import { Sheet } from "../shared/sheet.js";
import { plainName } from "../markdown/signs.js";
import { text } from "../text/en.js";
import type { MemoryIntents } from "./intents.js";
import { memory, sentenceOf } from "./memory.js";
import { type Stage, stage, trouble } from "./preview.js";
import { SummaryView } from "./summary-view.js";

interface Props {
  intents: MemoryIntents;
}

const words = text.memory.sheet;

/** What stands for the older part of a chat: made on demand, looked at, taken away, put back. */
export function MemorySheet({ intents }: Props) {
  const open = sheet.value === "memory";
  useEffect(() => {
    if (!open) intents.preview.cancel();
  }, [open]);
  return (
    <Sheet name="memory" title={words.title} close={words.close} class="settings memory" onOpen={() => intents.preview.begin()}>
      <p class="memory-lead">{words.lead}</p>
      {open && (
        <>
          <Now intents={intents} />
          <List intents={intents} />
          <Cost intents={intents} />
        </>
      )}
    </Sheet>
  );
}

function Now({ intents }: Props) {
  const { preview } = intents;
  const instruction = useRef<HTMLInputElement>(null);
  const keepLast = useRef<HTMLInputElement>(null);
  const now = stage.value;
  const { messages = 0, tokens = 0, summaries = 0 } = context.value ?? {};
  const make = (event: Event) => {
    event.preventDefault();
    const last = keepLast.current?.valueAsNumber ?? NaN;
    void preview.make(instruction.current?.value.trim() ?? "", Number.isNaN(last) ? undefined : last);
  };
  return (
    <section aria-label={words.now}>
      <h3>{words.now}</h3>
      <p class="memory-note figures">{messages === 0 ? words.whatNone : words.what(messages, tokens - summaries)}</p>
      {trouble.value !== null && (
        <p class="settings-refusal" role="alert">
          {trouble.value}
        </p>
      )}
      {now.kind === "none" && (
        <form onSubmit={make}>
          <div class="setting">
            <label class="setting-head" for="memory-instruction">
              {words.instruction}
            </label>
            <input ref={instruction} id="memory-instruction" class="input" dir="auto" maxLength={1000} placeholder={words.instructionHint} />
          </div>
          <div class="setting setting-line">
            <label class="setting-head" for="memory-keep">
              {words.keepLast}
            </label>
            <input ref={keepLast} id="memory-keep" class="input figures" type="number" min={0} max={100} step={1} defaultValue={String(layers.peek()?.applied.keepLast ?? 0)} />
          </div>
          <div class="memory-tools">
            <button type="submit" class="worded first" disabled={messages === 0}>
              {words.preview}
            </button>
          </div>
        </form>
      )}
      {now.kind === "making" && <Making again={now.again} cancel={() => preview.cancel()} />}
      {(now.kind === "made" || now.kind === "keeping") && <Made now={now} intents={intents} />}
    </section>
  );
}

function Making({ again, cancel }: { again: boolean; cancel(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  // What was pressed to begin is gone.
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <div class="memory-making">
      <p role="status">{again ? words.makingAgain : words.making}</p>
      <progress class="storage-progress" aria-label={words.making} />
      <div class="memory-tools">
        <button ref={button} type="button" class="worded" onClick={cancel}>
          {words.cancel}
        </button>
      </div>
    </div>
  );
}

function Made({ now, intents }: { now: Extract<Stage, { kind: "made" | "keeping" }>; intents: MemoryIntents }) {
  const { preview } = intents;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.focus(), []);
  const { messages, tokensBefore, tokensAfter, madeBy, summary, notes } = now.condensed;
  const keep = async () => {
    if (await preview.keep()) sheet.value = null;
  };
  return (
    <div ref={box} class="memory-made" tabIndex={-1}>
      <p class="figures">
        <strong>{words.result(messages, tokensBefore, tokensAfter)}</strong>
        <span>{words.by(plainName(madeBy))}</span>
      </p>
      <SummaryView summary={summary} edit={(list, item, _, text) => preview.edit(list, item, text)} seek={(uid) => leadTo(intents, uid)} />
      {notes.length > 0 && (
        <ul class="memory-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <div class="memory-tools">
        <button type="button" class="worded first" disabled={now.kind === "keeping"} onClick={() => void keep()}>
          {words.keep}
        </button>
        <button type="button" class="worded" disabled={now.kind === "keeping"} onClick={() => preview.discard()}>
          {words.discard}
        </button>
      </div>
    </div>
  );
}

/** All summaries of the chat, newest last, whether they count or not. */
function List({ intents }: Props) {
  const all = memory.value?.session === shown.value ? (memory.value?.summaries ?? []) : [];
  return (
    <section aria-label={words.summaries}>
      <h3>{words.summaries}</h3>
      {all.length === 0 && <p class="memory-note">{words.none}</p>}
      <ul class="memory-list figures">
        {all.map((summary) => (
          <li key={summary.uid} data-applies={summary.applies ? "" : undefined}>
            <div>
              <p>{sentenceOf(summary)}</p>
              <p class="memory-note">
                {words.made(plainName(summary.madeBy), summary.createdAt)}
                {stateOf(summary) !== "" && <span class="tag">{stateOf(summary)}</span>}
              </p>
            </div>
            <UndoButton summary={summary} intents={intents} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateOf({ applies, undoneAt, uid, from, to, level }: SummaryInfo): string {
  if (applies) return "";
  if (undoneAt) return words.isUndone;
  const held = memory.value?.summaries.some((other) => other.uid !== uid && other.level > level && other.from <= from && other.to >= to);
  return held ? words.inside : words.elsewhere;
}

function UndoButton({ summary, intents }: { summary: SummaryInfo; intents: MemoryIntents }) {
  const { uid, from, to, applies, undoneAt } = summary;
  const range = words.range(from, to);
  if (!applies && !undoneAt) return null;
  return (
    <button type="button" class="worded small" aria-label={undoneAt ? words.putBackOf(range) : words.undo(range)} onClick={() => void intents.memory.undo(uid, !undoneAt)}>
      <Icon node={Undo2} small />
      {undoneAt ? words.putBack : text.memory.undo}
    </button>
  );
}

/** What the next turns will cost, if the model's price is known. */
function Cost({ intents }: Props) {
  const forecast = useSignal<Forecast | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    intents.memory.forecast(abort.signal).then(
      (got) => (forecast.value = got),
      (error: unknown) => {
        if (!(error instanceof CoreError)) throw error;
      },
    );
    return () => abort.abort();
  }, [memory.value, layers.value]);
  const now = forecast.value;
  if (now === null) return null;
  const setPrice = () => {
    priceWanted.value = now.model;
    openSettings("memory");
  };
  return (
    <section aria-label={words.cost}>
      <h3>{words.cost}</h3>
      <p class="memory-note figures">
        {now.known ? `${words.forecast(now.turns, now.with, now.without)} ${words.spent(now.spent)}` : words.unpriced(plainName(now.model))}{" "}
        {!now.known && (
          <button type="button" class="linked" onClick={setPrice}>
            {words.setPrice}
          </button>
        )}
      </p>
    </section>
  );
}

function leadTo(intents: MemoryIntents, message: string): void {
  sheet.value = null;
  intents.memory.seek(message);
}
