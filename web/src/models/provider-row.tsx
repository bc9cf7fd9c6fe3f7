import { useSignal } from "@preact/signals";
import { CircleCheck, Pencil, PlugZap, Trash2, TriangleAlert } from "lucide";
import { useRef } from "preact/hooks";
import { plainName } from "../markdown/signs.js";
import { whenDrawn } from "../shared/drawn.js";
import { Icon } from "../shared/icon.js";
import { providerKeys as words } from "../text/provider-keys.js";
import { keyForm } from "./add-key.js";
import type { Host } from "./host.js";
import { KeyForm } from "./key-form.js";
import { type Outcome, type ProviderKey, removeKey, testKey } from "./provider-keys.js";

interface Props {
  one: ProviderKey;
  host: Host;
  /** Whether its key is being entered. */
  editing: boolean;
  close(sentence: string): void;
  /** Tells a screen reader. */
  say(sentence: string): void;
  /** Called when it has been removed. */
  gone(sentence: string): void;
}

/** A provider: whether it has a key, where that comes from, and what can be done with it. */
export function ProviderRow({ one, host, editing, close, say, gone }: Props) {
  const row = useRef<HTMLLIElement>(null);
  const asking = useSignal(false);
  const busy = useSignal(false);
  const outcome = useSignal<Outcome | null>(null);
  const name = plainName(one.name);
  const isFixed = one.from === "environment";
  // What was asked moves the focus along, so that the keyboard is not lost.
  const ask = (now: boolean) => {
    asking.value = now;
    whenDrawn(() => row.current?.querySelector<HTMLElement>(now ? ".model-sure button" : "[data-remove]")?.focus());
  };
  const test = async () => {
    if (busy.peek()) return;
    busy.value = true;
    outcome.value = null;
    outcome.value = await testKey(one);
    busy.value = false;
    say(outcome.value.sentence);
  };
  const remove = async () => {
    const { done, sentence } = await removeKey(host, one);
    if (done) return gone(words.removed(name));
    outcome.value = { done, sentence, doubtful: false };
    ask(false);
    say(sentence);
  };
  return (
    <li ref={row} class="model-row" data-key={one.id}>
      <p class="model-name">{name}</p>
      <p class="model-note">
        {one.kind === "server" || one.kind === "compatible" ? `${one.base} · ` : ""}
        {isFixed ? words.environment(one.id) : one.hasKey ? words.kept : words.noKey}
      </p>
      {one.kind === "compatible" && !isFixed && <p class="model-note">{words.instead}</p>}
      {one.unencrypted && <Line good={false} words={words.unencrypted} />}
      {outcome.value !== null ? <Line good={outcome.value.done} words={outcome.value.sentence} /> : one.problem !== "" && <Line good={false} words={one.problem} />}
      {editing && (
        <KeyForm
          host={host}
          of={one}
          close={(sentence) => {
            outcome.value = null;
            close(sentence);
          }}
        />
      )}
      {!editing && asking.value && (
        <div class="model-sure" role="group" aria-label={words.of(words.remove, name)}>
          <p role="alert">{words.sure(name, one.hasKey)}</p>
          <button type="button" class="worded small" onClick={() => ask(false)}>
            {words.cancel}
          </button>
          <button type="button" class="worded small danger" onClick={() => void remove()}>
            {words.remove}
          </button>
        </div>
      )}
      {!editing && !asking.value && <Tools one={one} name={name} busy={busy.value} test={() => void test()} remove={() => ask(true)} />}
    </li>
  );
}

interface ToolsProps {
  one: ProviderKey;
  name: string;
  busy: boolean;
  test(): void;
  remove(): void;
}

/** What the environment has set can be tested, and is changed there. */
function Tools({ one, name, busy, test, remove }: ToolsProps) {
  const change = one.kind === "server" ? words.edit : words.replace;
  return (
    <div class="model-tools">
      <button type="button" class="worded small" aria-label={words.of(words.test, name)} aria-disabled={busy} onClick={test}>
        <Icon node={PlugZap} small />
        {busy ? words.testing : words.test}
      </button>
      {one.from !== "environment" && (
        <>
          <button type="button" class="worded small" aria-label={words.of(change, name)} onClick={() => (keyForm.value = one.id)}>
            <Icon node={Pencil} small />
            {change}
          </button>
          <button type="button" class="worded small" data-remove aria-label={words.of(words.remove, name)} onClick={remove}>
            <Icon node={Trash2} small />
            {words.remove}
          </button>
        </>
      )}
    </div>
  );
}

function Line({ good, words: said }: { good: boolean; words: string }) {
  return (
    <p class={good ? "model-failed key-works" : "model-failed"}>
      <Icon node={good ? CircleCheck : TriangleAlert} small />
      <span>{said}</span>
    </p>
  );
}
