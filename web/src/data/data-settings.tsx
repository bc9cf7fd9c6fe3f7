import { useSignal } from "@preact/signals";
import { Database, Pencil, Trash2 } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import { plainName, withoutHidden } from "../markdown/signs.js";
import { whenDrawn } from "../shared/drawn.js";
import { Icon } from "../shared/icon.js";
import { sheet } from "../shared/layout.js";
import { say } from "../shared/toast.js";
import { data } from "../text/data.js";
import { type Golden, database, forgetGolden, golden, goldenTrouble, keepGolden, loadGolden } from "./database.js";

const words = data.golden;

/** The database, and the answers from it that were confirmed. */
export function DataSettings() {
  const now = database.value;
  useEffect(() => {
    if (now !== null) void loadGolden();
  }, [now === null]);
  if (now === null) return null;
  return (
    <section class="data-settings" aria-label={data.settings.title}>
      <h3 class="setting-name">{data.settings.title}</h3>
      <p class="data-state" data-level={now.state === "ready" ? undefined : now.state === "starting" ? "amber" : "brick"}>
        <Icon node={Database} small />
        {data.sheet.state(plainName(now.name), withoutHidden(now.message ?? ""))}
      </p>
      <button type="button" class="worded" onClick={() => (sheet.value = "database")}>
        {data.sheet.open}
      </button>
      <h3 class="setting-name">{words.title}</h3>
      <p class="data-note">{words.lead}</p>
      {goldenTrouble.value !== null ? (
        <div role="alert">
          <p class="data-note">{goldenTrouble.value}</p>
          <button type="button" class="worded small" onClick={() => void loadGolden()}>
            {words.retry}
          </button>
        </div>
      ) : golden.value === null ? (
        <p class="data-note">{words.loading}</p>
      ) : golden.value.length === 0 ? (
        <p class="data-note">{words.none}</p>
      ) : (
        <ul class="remembered-list data-golden">
          {golden.value.map((one) => (
            <Row key={one.id} one={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ one }: { one: Golden }) {
  const editing = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const question = plainName(one.question);
  const end = () => {
    editing.value = false;
    whenDrawn(() => button.current?.focus());
  };
  const remove = async () => {
    const problem = await forgetGolden(one.id);
    if (problem !== null) return say(problem);
    say(words.deleted, () => void keepGolden({ question: one.question, sql: one.sql }));
  };
  if (editing.value) return <li><Editor one={one} end={end} /></li>;
  return (
    <li>
      <div>
        <p dir="auto">{question}</p>
        <p class="memory-note data-sql">{withoutHidden(one.sql)}</p>
        {one.problem !== "" && (
          <p class="memory-note" data-level="amber">
            {withoutHidden(one.problem)}
          </p>
        )}
      </div>
      <button ref={button} type="button" class="plain" aria-label={words.edit(question)} title={words.edit(question)} onClick={() => (editing.value = true)}>
        <Icon node={Pencil} small />
      </button>
      <button type="button" class="plain" aria-label={words.delete(question)} title={words.delete(question)} onClick={() => void remove()}>
        <Icon node={Trash2} small />
      </button>
    </li>
  );
}

/** The question and its query while they are changed. What the server refuses stays to be changed. */
function Editor({ one, end }: { one: Golden; end(): void }) {
  const question = useRef<HTMLInputElement>(null);
  const sql = useRef<HTMLTextAreaElement>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => question.current?.focus(), []);
  const save = async () => {
    const kept = await keepGolden({ id: one.id, question: question.current?.value ?? "", sql: sql.current?.value ?? "" });
    if (typeof kept === "string") problem.value = kept;
    else end();
  };
  return (
    <form
      class="data-editor"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        end();
      }}
    >
      <label>
        {words.question}
        <input ref={question} class="input" dir="auto" defaultValue={one.question} required />
      </label>
      <label>
        {words.sql}
        <textarea ref={sql} class="input" rows={5} spellcheck={false} defaultValue={one.sql} required />
      </label>
      {problem.value !== null && (
        <p class="settings-refusal" role="alert">
          {problem.value}
        </p>
      )}
      <div class="card-tools">
        <button type="submit" class="worded small first">
          {words.save}
        </button>
        <button type="button" class="worded small" onClick={end}>
          {words.cancel}
        </button>
      </div>
    </form>
  );
}
