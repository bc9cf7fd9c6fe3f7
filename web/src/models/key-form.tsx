import { type Signal, useSignal } from "@preact/signals";
import { Eye, EyeOff } from "lucide";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../shared/icon.js";
import { providerKeys as words } from "../text/provider-keys.js";
import type { Host } from "./host.js";
import { type Outcome, type ProviderKey, keyList, saveKey } from "./provider-keys.js";

interface Props {
  host: Host;
  /** The provider whose key is replaced; null for a new one. */
  of: ProviderKey | null;
  /** Called at the end, with what a screen reader is told, and the provider that was saved; both empty if none was. */
  close(sentence: string, id: string): void;
}

/** Stands for a server that isn’t one of the well-known providers. */
const other = "other";

/** How keys begin that say whose they are. */
const beginnings: readonly (readonly [string, string])[] = [
  ["sk-ant-", "anthropic"],
  ["sk-proj-", "openai"],
  ["AIza", "google"],
];

/** Where a key is entered. It is tried before it is saved. */
export function KeyForm({ host, of, close }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const choices = (keyList.value?.keys ?? []).filter(({ set }) => !set);
  const chosen = useSignal(choices[0]?.id ?? other);
  const busy = useSignal(false);
  const hint = useSignal("");
  const outcome = useSignal<Outcome | null>(null);
  const provider = of ?? choices.find(({ id }) => id === chosen.value) ?? null;
  useLayoutEffect(() => {
    const begin = () => {
      form.current?.querySelector<HTMLElement>("select, input")?.focus();
      form.current?.scrollIntoView({ block: "nearest" });
    };
    begin();
    // A dialog that is opened at the form puts the focus where it begins itself.
    const frame = requestAnimationFrame(begin);
    return () => cancelAnimationFrame(frame);
  }, []);

  const send = async (anyway: boolean) => {
    if (busy.peek() || form.current === null) return;
    busy.value = true;
    outcome.value = null;
    const { id, base, name, result } = await submit(host, form.current, of, provider, anyway);
    busy.value = false;
    outcome.value = result;
    // A new server has been given an id.
    if (result.done) close(result.sentence || words.saved(name), id || (keyList.peek()?.keys.find((one) => one.base === base)?.id ?? ""));
  };
  const choose = (id: string) => {
    chosen.value = id;
    hint.value = "";
    outcome.value = null;
  };
  /** A key that says whose it is selects its provider. */
  const look = (key: string) => {
    const kind = beginnings.find(([beginning]) => key.trimStart().startsWith(beginning))?.[1];
    const owner = choices.find((one) => one.kind === kind);
    if (of !== null || owner === undefined || owner === provider || provider === null) return;
    choose(owner.id);
    hint.value = words.looksLike(owner.name);
  };

  return (
    <form
      ref={form}
      class="key-form"
      autocomplete="off"
      aria-busy={busy.value}
      onSubmit={(event) => {
        event.preventDefault();
        void send(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        // The form closes, and the settings stay open.
        event.preventDefault();
        event.stopPropagation();
        close("", of?.id ?? "");
      }}
    >
      {of === null && <Choice choices={choices} chosen={chosen} choose={choose} />}
      <Fields of={of} provider={provider} hint={hint.value} outcome={outcome.value} look={look} />
      <div class="model-tools">
        <button type="submit" class="worded small first" aria-disabled={busy.value}>
          {busy.value ? words.saving : words.save}
        </button>
        {outcome.value?.doubtful === true && (
          <button type="button" class="worded small" onClick={() => void send(true)}>
            {words.anyway}
          </button>
        )}
        <button type="button" class="worded small" onClick={() => close("", of?.id ?? "")}>
          {words.cancel}
        </button>
      </div>
    </form>
  );
}

/** Sends what the form has in it. The key is read here and goes nowhere else. */
async function submit(host: Host, form: HTMLFormElement, of: ProviderKey | null, provider: ProviderKey | null, anyway: boolean) {
  const data = new FormData(form);
  const written = (field: string) => String(data.get(field) ?? "").trim();
  const id = provider?.id ?? "";
  const key = written("key");
  const isServer = provider === null || provider.kind === "server";
  const base = isServer ? written("base").replace(/\/+$/, "") : provider.base;
  const result = await saveKey(host, {
    id,
    base,
    ...(isServer ? { name: written("name") } : {}),
    // A server that is edited keeps its key.
    ...(key === "" && of?.kind === "server" ? {} : { key }),
    ...(anyway ? { anyway } : {}),
  });
  return { id, base, name: isServer ? written("name") || base : provider.name, result };
}

interface ChoiceProps {
  choices: readonly ProviderKey[];
  chosen: Signal<string>;
  choose(id: string): void;
}

function Choice({ choices, chosen, choose }: ChoiceProps) {
  return (
    <label class="key-field">
      <span>{words.provider}</span>
      <select class="input" value={chosen.value} onChange={(event) => choose(event.currentTarget.value)}>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={other}>{words.other}</option>
      </select>
    </label>
  );
}

interface FieldsProps {
  of: ProviderKey | null;
  /** Null for a new server. */
  provider: ProviderKey | null;
  hint: string;
  outcome: Outcome | null;
  look(key: string): void;
}

function Fields({ of, provider, hint, outcome, look }: FieldsProps) {
  const key = useRef<HTMLInputElement>(null);
  const shown = useSignal(false);
  const isServer = provider === null || provider.kind === "server";
  const reveal = () => {
    shown.value = !shown.value;
    key.current?.setAttribute("type", shown.value ? "text" : "password");
  };
  return (
    <>
      {isServer && (
        <>
          <label class="key-field">
            <span>{words.address}</span>
            <input class="input" name="base" inputMode="url" spellcheck={false} autocapitalize="none" required placeholder={words.addressPlaceholder} defaultValue={provider?.base ?? ""} />
          </label>
          <label class="key-field">
            <span>{words.name}</span>
            <input class="input" name="name" maxLength={40} placeholder={words.namePlaceholder} defaultValue={provider?.name ?? ""} />
          </label>
        </>
      )}
      <div class="key-field">
        <label for="key-text">{isServer ? words.keyOptional : words.key}</label>
        <div class="key-line">
          <input
            ref={key}
            id="key-text"
            class="input"
            name="key"
            type="password"
            autocomplete="off"
            spellcheck={false}
            autocapitalize="none"
            required={!isServer}
            placeholder={of?.kind === "server" && of.hasKey ? words.keyKept : ""}
            aria-describedby="key-note"
            aria-invalid={outcome !== null && !outcome.done}
            onInput={(event) => look(event.currentTarget.value)}
          />
          <button type="button" class="plain" aria-label={words.show} aria-pressed={shown.value} onClick={reveal}>
            <Icon node={shown.value ? EyeOff : Eye} />
          </button>
        </div>
        <div id="key-note">
          {hint !== "" && (
            <p class="setting-help" role="status">
              {hint}
            </p>
          )}
          {outcome !== null && !outcome.done && (
            <p class="settings-refusal" role="alert">
              {outcome.sentence}
            </p>
          )}
        </div>
      </div>
    </>
  );
}
