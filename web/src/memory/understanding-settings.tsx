import { useSignal } from "@preact/signals";
import { NotebookText, Plus, X } from "lucide";
import { useRef } from "preact/hooks";
import { type FieldProps, Head, Help, SelectField, valueOf } from "../settings/setting-fields.js";
import { layers } from "../settings/settings.js";
import { Icon } from "../shared/icon.js";
import { isComposing } from "../shared/send-key.js";
import { text } from "../text/en.js";
import { showRemembered } from "./remembered.js";

const words = text.understanding.settings;
const readers = ["model", "local"] as const;
const steps = ["never", "rarely", "normal", "early"] as const;

/** How questions are read before they are answered. */
export function UnderstandingSettings({ layer, set }: FieldProps) {
  return (
    <>
      <h4>{words.title}</h4>
      <SelectField id="understanding" name={words.understanding} help={words.understandingHelp} none="model" layer={layer} set={set}>
        {readers.map((value) => (
          <option key={value} value={value}>
            {words.readers[value]}
          </option>
        ))}
      </SelectField>
      <Ask layer={layer} set={set} />
      <Identifiers layer={layer} set={set} />
      <DayFirst layer={layer} set={set} />
    </>
  );
}

/** Whether something is remembered across chats, and what. */
export function RememberSettings({ layer, set }: FieldProps) {
  return (
    <>
      <Remember layer={layer} set={set} />
      <div class="memory-tools">
        <button type="button" class="worded" onClick={() => showRemembered("all")}>
          <Icon node={NotebookText} small />
          {words.show}
        </button>
      </div>
    </>
  );
}

function Ask({ layer, set }: FieldProps) {
  // Where a chat has its own, what applies to all may be known to the core alone: the default.
  const now = valueOf("ask", layer) ?? "normal";
  return (
    <fieldset class="setting group">
      <legend class="aside">{words.ask}</legend>
      <Head id="ask" name={words.ask} layer={layer} set={set} />
      <div class="asking">
        {steps.map((value) => {
          const [name, help] = words.asking[value];
          return (
            <label key={value}>
              <input
                type="radio"
                name="ask"
                id={value === now ? "setting-ask" : undefined}
                value={value}
                checked={value === now}
                aria-label={name}
                aria-describedby={`setting-ask-${value}`}
                onChange={() => set({ ask: value })}
              />
              <span>{name}</span>
              <span id={`setting-ask-${value}`}>{help}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Whether a pattern can be told from words; the core says so too. */
function isPattern(pattern: string): boolean {
  return pattern.length >= 3 && pattern.length <= 40 && pattern.includes("9");
}

/** The patterns of this layer. Those of the layers below count too, and are changed there. */
function Identifiers({ layer, set }: FieldProps) {
  const own = layers.value?.[layer].identifiers ?? [];
  const below = [...(layer === "session" ? (layers.value?.user.identifiers ?? []) : []), ...(layers.value?.server.identifiers ?? [])].filter((pattern) => !own.includes(pattern));
  const field = useRef<HTMLInputElement>(null);
  const wrong = useSignal("");
  const change = (list: string[]) => set({ identifiers: list.length === 0 ? undefined : list });
  const add = () => {
    const pattern = field.current?.value.trim() ?? "";
    const there = own.includes(pattern) || below.includes(pattern);
    wrong.value = !isPattern(pattern) ? words.identifierWrong : there ? words.identifierTwice : "";
    field.current?.focus();
    if (wrong.value !== "" || field.current === null) return;
    field.current.value = "";
    change([...own, pattern]);
  };
  return (
    <fieldset class="setting group" aria-describedby="setting-identifiers-help">
      <legend class="aside">{words.identifiers}</legend>
      <Head id="identifiers" name={words.identifiers} layer={layer} set={set} />
      <ul class="patterns" aria-label={words.identifiers}>
        {own.map((pattern, i) => (
          <li key={pattern}>
            <span class="mono">{pattern}</span>
            <button type="button" class="plain" aria-label={words.identifierRemove(pattern)} title={words.identifierRemove(pattern)} onClick={() => change(own.toSpliced(i, 1))}>
              <Icon node={X} small />
            </button>
          </li>
        ))}
        {below.map((pattern) => (
          <li key={pattern} data-below title={words.identifierBelow}>
            <span class="mono">{pattern}</span>
          </li>
        ))}
      </ul>
      <div class="pattern-new">
        <input
          ref={field}
          id="setting-identifiers"
          class="input mono"
          maxLength={60}
          placeholder="99-99-999"
          autocomplete="off"
          spellcheck={false}
          aria-label={words.identifierNew}
          aria-invalid={wrong.value !== ""}
          aria-describedby="setting-identifiers-help"
          onInput={() => (wrong.value = "")}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || isComposing(event)) return;
            event.preventDefault();
            add();
          }}
        />
        <button type="button" class="worded" onClick={add}>
          <Icon node={Plus} small />
          {words.identifierAdd}
        </button>
      </div>
      {wrong.value !== "" && (
        <p class="settings-refusal" role="alert">
          {wrong.value}
        </p>
      )}
      <Help id="identifiers" words={words.identifiersHelp} />
    </fieldset>
  );
}

function DayFirst({ layer, set }: FieldProps) {
  const now = valueOf("dayFirst", layer);
  return (
    <div class="setting">
      <Head id="dayFirst" name={words.dayFirst} layer={layer} set={set} />
      <select
        id="setting-dayFirst"
        class="input"
        value={now === undefined ? "auto" : now ? "day" : "month"}
        aria-describedby="setting-dayFirst-help"
        onChange={({ currentTarget: { value } }) => set({ dayFirst: value === "auto" ? undefined : value === "day" })}
      >
        {(["auto", "day", "month"] as const).map((value) => (
          <option key={value} value={value}>
            {words.dayFirsts[value]}
          </option>
        ))}
      </select>
      <Help id="dayFirst" words={words.dayFirstHelp} />
    </div>
  );
}

function Remember({ layer, set }: FieldProps) {
  return (
    <div class="setting setting-switch">
      <Head id="remember" name={words.remember} layer={layer} set={set} />
      <input
        id="setting-remember"
        class="switch"
        type="checkbox"
        role="switch"
        checked={valueOf("remember", layer) ?? true}
        aria-describedby="setting-remember-help"
        onChange={({ currentTarget: { checked } }) => set({ remember: checked })}
      />
      <Help id="remember" words={words.rememberHelp} />
    </div>
  );
}
