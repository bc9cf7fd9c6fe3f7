import { useSignal } from "@preact/signals";
import { CornerUpRight, Pencil, X } from "lucide";
import { useRef } from "preact/hooks";
import type { Remembered as Item } from "../core/protocol.gen.js";
import { whenDrawn } from "../shared/drawn.js";
import { Icon } from "../shared/icon.js";
import { sheet } from "../shared/layout.js";
import { session as shown } from "../shared/route.js";
import { Segments } from "../shared/segments.js";
import { Sheet } from "../shared/sheet.js";
import { ToastPlace } from "../shared/toast-place.js";
import { text } from "../text/en.js";
import type { MemoryIntents } from "./intents.js";
import { type Scope, remembered, scope, trouble } from "./remembered.js";
import { ItemField } from "./summary-view.js";

interface Props {
  intents: MemoryIntents;
}

const words = text.understanding.remembered;
type Group = keyof typeof words.groups;
const groups = Object.keys(words.groups) as Group[];

/** What was learnt from conversations: looked at, changed, erased. */
export function RememberedSheet({ intents }: Props) {
  const open = sheet.value === "remembered";
  return (
    <Sheet name="remembered" title={words.title} close={words.close} class="settings memory remembered" onOpen={() => intents.remembered.begin()} over={<ToastPlace of="remembered" />}>
      {open && <Body intents={intents} />}
    </Sheet>
  );
}

function Body({ intents }: Props) {
  const filter = useSignal("");
  const all = remembered.value;
  const sought = filter.value.trim().toLocaleLowerCase();
  const found = (all?.items ?? []).filter((item) => wordsOf(item).includes(sought));
  return (
    <>
      <p class="memory-lead">{words.lead}</p>
      <div class="remembered-tools">
        <Segments
          label={words.scope}
          name="remembered"
          value={scope.value}
          choices={[
            { value: "session", label: words.scopes.session, disabled: shown.value === null },
            { value: "all", label: words.scopes.all },
          ]}
          choose={(of) => intents.remembered.choose(of)}
        />
        <input class="input" type="search" dir="auto" aria-label={words.filter} placeholder={words.filterHint} onInput={(event) => (filter.value = event.currentTarget.value)} />
      </div>
      {trouble.value !== null && (
        <p class="settings-refusal" role="alert">
          {trouble.value}
        </p>
      )}
      {groups.map((group) => (
        <GroupList key={group} group={group} items={found.filter((item) => groupOf(item) === group)} intents={intents} />
      ))}
      {all !== null && found.length === 0 && (
        <p class="remembered-none">{all.items.length > 0 ? words.noneFound : scope.value === "session" ? words.noneHere : words.none}</p>
      )}
      {all?.more && (
        <button type="button" class="worded remembered-more" onClick={() => intents.remembered.more()}>
          {words.more}
        </button>
      )}
      {all !== null && all.items.length > 0 && <Erase intents={intents} />}
    </>
  );
}

function groupOf({ kind }: Item): Group {
  return kind === "preference" ? "preferences" : kind === "choice" ? "choices" : "things";
}

function wordsOf({ text: content, value = "", of = [] }: Item): string {
  return [content, value, ...of].join(" ").toLocaleLowerCase();
}

/** What it is, such as a customer, or which question a choice was made for. */
function kindNote({ kind, text: content, of = [] }: Item): string {
  return kind === "choice" ? words.about(content) : words.of(of);
}

function GroupList({ group, items, intents }: { group: Group; items: readonly Item[]; intents: MemoryIntents }) {
  const isOwn = group === "preferences";
  if (items.length === 0 && !isOwn) return null;
  return (
    <section aria-label={words.groups[group]}>
      <h3>{words.groups[group]}</h3>
      <ul class="remembered-list figures">
        {items.map((item) => (
          <Row key={item.uid} item={item} intents={intents} />
        ))}
      </ul>
      {isOwn && <NewPreference intents={intents} />}
    </section>
  );
}

function Row({ item, intents }: { item: Item; intents: MemoryIntents }) {
  const editing = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const { text: content, kind, value = "", mentions, createdAt, message, edited = false } = item;
  const end = (now: string | null) => {
    if (!editing.peek()) return;
    editing.value = false;
    if (now !== null && now !== "" && now !== content) void intents.remembered.edit(item, now);
    whenDrawn(() => (document.activeElement === document.body ? button.current?.focus() : undefined));
  };
  if (editing.value) {
    return (
      <li>
        <ItemField content={content} label={words.label} end={end} />
      </li>
    );
  }
  const isChoice = kind === "choice";
  const title = isChoice ? value || words.justAnswered : content;
  const notes = [kindNote(item), mentions > 1 ? words.said(mentions) : "", words.moment(createdAt), edited ? words.edited : ""];
  return (
    <li>
      <div>
        <p dir="auto">{title}</p>
        <p class="memory-note">{notes.filter(Boolean).join(" · ")}</p>
      </div>
      {message !== undefined && (
        <button type="button" class="plain" aria-label={words.goToOf(title)} title={words.goTo} onClick={() => void intents.remembered.leadTo(item)}>
          <Icon node={CornerUpRight} small />
        </button>
      )}
      {!isChoice && (
        <button ref={button} type="button" class="plain" aria-label={words.editOf(title)} title={words.edit} onClick={() => (editing.value = true)}>
          <Icon node={Pencil} small />
        </button>
      )}
      <button type="button" class="plain" aria-label={words.eraseOf(title)} title={words.erase} onClick={() => void intents.remembered.erase(item)}>
        <Icon node={X} small />
      </button>
    </li>
  );
}

function NewPreference({ intents }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const nowhere = shown.value === null;
  return (
    <form
      class="remembered-new"
      onSubmit={(event) => {
        event.preventDefault();
        const words = field.current?.value.trim() ?? "";
        if (words === "" || field.current === null) return;
        field.current.value = "";
        void intents.remembered.add(words);
      }}
    >
      <input ref={field} class="input" dir="auto" maxLength={500} disabled={nowhere} aria-label={words.add} placeholder={nowhere ? words.addFirst : words.addHint} />
      <button type="submit" class="worded" disabled={nowhere}>
        {words.addButton}
      </button>
    </form>
  );
}

/** Erases much at once, when the reader says so twice. */
function Erase({ intents }: Props) {
  const asked = useSignal<Scope | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const ask = (of: Scope | null) => {
    asked.value = of;
    whenDrawn(() => panel.current?.querySelector<HTMLElement>("button")?.focus());
  };
  const of = asked.value;
  return (
    <div ref={panel} class="remembered-erase">
      {of === null ? (
        <>
          {shown.value !== null && (
            <button type="button" class="worded danger" onClick={() => ask("session")}>
              {words.eraseHere}
            </button>
          )}
          <button type="button" class="worded danger" onClick={() => ask("all")}>
            {words.eraseAll}
          </button>
        </>
      ) : (
        <>
          <p role="alert">{of === "all" ? words.sureAll : words.sureHere}</p>
          <button type="button" class="worded" onClick={() => ask(null)}>
            {words.cancel}
          </button>
          <button
            type="button"
            class="worded danger"
            onClick={() => {
              ask(null);
              void intents.remembered.eraseAll(of);
            }}
          >
            {words.sure}
          </button>
        </>
      )}
    </div>
  );
}
