import { useSignal } from "@preact/signals";
import { Download, Pencil, Plus, Trash2, Upload } from "lucide";
import { useRef } from "preact/hooks";
import type { FAQPair } from "../core/protocol.gen.js";
import { Icon } from "../shared/icon.js";
import { sheet } from "../shared/layout.js";
import { Sheet } from "../shared/sheet.js";
import { ToastPlace } from "../shared/toast-place.js";
import { text } from "../text/en.js";
import { type FAQ, coming, led, pairs, trouble } from "./faq.js";

const words = text.faq;

/** Questions with their agreed answers: looked at, changed, imported. */
export function FAQSheet({ faq }: { faq: FAQ }) {
  return (
    <Sheet name="faq" title={words.title} close={words.close} class="settings faq" onOpen={() => void faq.open()} over={<ToastPlace of="faq" />}>
      {sheet.value === "faq" && <Body faq={faq} />}
    </Sheet>
  );
}

/** Shows the pair that the reader is led to, once. */
function lead(item: HTMLElement | null): void {
  if (item === null) return;
  led.value = null;
  item.dataset["marked"] = "";
  item.scrollIntoView({ block: "center" });
  item.querySelector("button")?.focus();
}

function Body({ faq }: { faq: FAQ }) {
  const filter = useSignal("");
  /** The pair that is edited; "" for a new one. */
  const edited = useSignal<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const all = pairs.value ?? [];
  const typed = filter.value.trim().toLocaleLowerCase();
  const found = all.filter(({ pair }) => [pair.question, pair.answer, ...(pair.also ?? [])].join("\n").toLocaleLowerCase().includes(typed));
  const end = () => (edited.value = null);
  return (
    <>
      <p class="memory-lead">{words.lead}</p>
      <div class="faq-tools">
        <button type="button" class="worded" onClick={() => (edited.value = "")}>
          <Icon node={Plus} small />
          {words.add}
        </button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".csv,text/csv"
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            event.currentTarget.value = "";
            if (chosen !== undefined) void faq.preview(chosen);
          }}
        />
        <button type="button" class="worded" onClick={() => file.current?.click()}>
          <Icon node={Upload} small />
          {words.importCSV}
        </button>
        {all.length > 0 && (
          <button type="button" class="worded" onClick={() => void faq.export()}>
            <Icon node={Download} small />
            {words.exportCSV}
          </button>
        )}
        {all.length > 5 && <input class="input" type="search" dir="auto" aria-label={words.filter} placeholder={words.filterHint} onInput={(event) => (filter.value = event.currentTarget.value)} />}
      </div>
      {trouble.value !== null && (
        <p class="settings-refusal" role="alert">
          {trouble.value}
        </p>
      )}
      <Import faq={faq} />
      {edited.value === "" && <Form faq={faq} end={end} />}
      {pairs.value !== null && found.length === 0 && edited.value === null && <p class="faq-none">{all.length === 0 ? words.none : words.noneFound}</p>}
      <ul class="faq-list">
        {found.map((one) => (
          <li key={one.pair.uid} ref={one.pair.uid === led.value ? lead : null}>{edited.value === one.pair.uid ? <Form faq={faq} pair={one.pair} end={end} /> : <Pair of={one} faq={faq} edit={() => (edited.value = one.pair.uid)} />}</li>
        ))}
      </ul>
    </>
  );
}

/** What a file would change, with the rows that are left out. */
function Import({ faq }: { faq: FAQ }) {
  const now = coming.value;
  if (now === null) return null;
  const { added, changed, same, problems } = now.what;
  return (
    <section class="faq-import" role="status">
      <p>{words.preview(added, changed, same)}</p>
      {problems.length > 0 && (
        <>
          <p>{words.leftOut(problems.length)}</p>
          <ul>
            {problems.map(({ row, message }) => (
              <li key={row}>{words.problem(row, message)}</li>
            ))}
          </ul>
        </>
      )}
      <div class="faq-acts">
        <button type="button" class="worded" onClick={() => (coming.value = null)}>
          {words.cancel}
        </button>
        {added + changed > 0 && (
          <button type="button" class="worded first" onClick={() => void faq.import()}>
            {words.import}
          </button>
        )}
      </div>
    </section>
  );
}

function Pair({ of: { pair, clash }, faq, edit }: { of: FAQPair; faq: FAQ; edit(): void }) {
  const { question, answer, also = [] } = pair;
  return (
    <div class="faq-pair">
      <div class="faq-words">
        <strong dir="auto">{question}</strong>
        <p dir="auto">{answer}</p>
        {also.length > 0 && <p class="faq-also">{words.also(also.length)}</p>}
        {clash !== undefined && (
          <p class="faq-clash" role="note">
            {words.clash}
          </p>
        )}
      </div>
      <button type="button" class="plain" aria-label={words.edit(question)} onClick={edit}>
        <Icon node={Pencil} small />
      </button>
      <button type="button" class="plain" aria-label={words.remove(question)} onClick={() => void faq.remove(pair)}>
        <Icon node={Trash2} small />
      </button>
    </div>
  );
}

function Form({ faq, pair, end }: { faq: FAQ; pair?: FAQPair["pair"]; end(): void }) {
  const question = useRef<HTMLInputElement>(null);
  const answer = useRef<HTMLTextAreaElement>(null);
  const also = useRef<HTMLTextAreaElement>(null);
  const save = async (event: Event) => {
    event.preventDefault();
    const wordings = (also.current?.value ?? "").split("\n").map((line) => line.trim()).filter(Boolean);
    const kept = await faq.keep({ ...(pair === undefined ? {} : { uid: pair.uid }), question: question.current?.value ?? "", answer: answer.current?.value ?? "", also: wordings });
    if (kept) end();
  };
  return (
    <form
      class="faq-form"
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        end();
      }}
    >
      <label>
        {words.question}
        <input ref={question} class="input" dir="auto" required autofocus defaultValue={pair?.question ?? ""} />
      </label>
      <label>
        {words.answer}
        <textarea ref={answer} class="input" dir="auto" required rows={4} defaultValue={pair?.answer ?? ""} />
      </label>
      <label>
        {words.wordings}
        <textarea ref={also} class="input" dir="auto" rows={2} defaultValue={pair?.also?.join("\n") ?? ""} />
      </label>
      <div class="faq-acts">
        <button type="button" class="worded" onClick={end}>
          {words.cancel}
        </button>
        <button type="submit" class="worded first">
          {words.save}
        </button>
      </div>
    </form>
  );
}
