import { useSignal } from "@preact/signals";
import { Plus, X } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import { CoreError } from "../core/client.js";
import type { ModelPrice, Presets, Price } from "../core/protocol.gen.js";
import { providers } from "../models/host.js";
import { modelOptions } from "../models/model-select.js";
import { model } from "../models/next.js";
import { type FieldProps, Head, Help, NumberField, SelectField, valueOf } from "../settings/setting-fields.js";
import { layers, priceWanted } from "../settings/settings.js";
import { Icon } from "../shared/icon.js";
import { Segments } from "../shared/segments.js";
import { plainName } from "../markdown/signs.js";
import { text } from "../text/en.js";

const words = text.memory.settings;
const strategies = ["simple", "tiered"] as const;
const condensers = ["idle", "local", "off"] as const;

interface Props extends FieldProps {
  /** Asks the core what can be chosen, for the model that answers next. */
  presets(signal: AbortSignal): Promise<Presets>;
}

/** When and by whom a conversation is condensed, and what its models cost. */
export function MemorySettings({ layer, set, presets: ask }: Props) {
  const helper = valueOf("helperModel", layer) ?? "";
  return (
    <>
      <h4>{words.title}</h4>
      <PresetField layer={layer} set={set} presets={ask} />
      <NumberField id="threshold" name={text.chat.settings.threshold} unit={text.chat.settings.inTokens} min={100} step={100} help={words.thresholdHelp} layer={layer} set={set} />
      <NumberField id="keepLast" name={words.keepLast} unit={text.chat.settings.inMessages} min={0} max={100} step={1} help={words.keepLastHelp(valueOf("keepLast", layer) ?? 0)} layer={layer} set={set} />
      <SelectField id="strategy" name={words.strategy} help={words.strategyHelp} layer={layer} set={set}>
        {strategies.map((value) => (
          <option key={value} value={value}>
            {words.strategies[value]}
          </option>
        ))}
      </SelectField>
      <SelectField id="condense" name={words.condense} help={words.condenseHelp} layer={layer} set={set}>
        {condensers.map((value) => (
          <option key={value} value={value}>
            {words.condensers[value]}
          </option>
        ))}
      </SelectField>
      <SelectField id="helperModel" name={words.helper} help={words.helperHelp} layer={layer} set={set}>
        <option value="">{words.helperSame}</option>
        {helper === "" ? offered() : modelOptions(helper)}
      </SelectField>
      <Prices layer={layer} set={set} />
    </>
  );
}

/** How much of a chat goes along: as suits the model, one of the core's presets, or numbers of one's own. */
function PresetField({ layer, set, presets: ask }: Props) {
  const custom = useSignal(false);
  const got = useSignal<Presets | null>(null);
  const all = layers.value;
  useEffect(() => {
    const abort = new AbortController();
    ask(abort.signal).then(
      (found) => (got.value = found),
      (error: unknown) => {
        if (!(error instanceof CoreError)) throw error;
      },
    );
    return () => abort.abort();
  }, [all]);
  const [threshold, keepLast] = [valueOf("threshold", layer), valueOf("keepLast", layer)];
  const fits = got.value?.presets.find((one) => one.threshold === threshold && one.keepLast === keepLast);
  const below = all === null ? [] : [...(layer === "session" ? [all.session] : []), all.user, all.server];
  const isSet = below.some((one) => (one.preset ?? one.threshold ?? one.keepLast) !== undefined);
  const value = custom.value ? "custom" : !isSet ? "auto" : (fits?.name ?? "custom");
  const choose = (name: Choice) => {
    custom.value = name === "custom";
    if (name === "custom") document.getElementById("setting-threshold")?.focus();
    else set({ preset: name === "auto" ? undefined : name, threshold: undefined, keepLast: undefined });
  };
  return (
    <>
      <Segments
        label={words.preset}
        name="preset"
        shown
        value={value}
        choices={(["auto", ...(got.value?.presets.map(({ name }) => name) ?? []), "custom"] as const).map((name) => ({ value: name, label: words.presets[name] }))}
        choose={choose}
      />
      {got.value !== null && <Help id="preset" words={aboutPreset(value, got.value)} />}
    </>
  );
}

type Choice = keyof typeof words.presets;

/** What a choice costs, and what the model then knows. */
function aboutPreset(choice: Choice, { model: name, window, known, presets, default: usual }: Presets): string {
  if (choice === "custom") return words.presetCustom;
  const of = choice === "auto" ? usual : choice;
  const { about = "", cost = 0 } = presets.find((one) => one.name === of) ?? {};
  return [
    choice === "auto" ? words.presetAuto(words.presets[usual], plainName(name)) : "",
    about,
    cost > 0 ? words.presetCost(cost) : "",
    known || name === "" ? "" : words.presetGuess(window),
  ]
    .filter(Boolean)
    .join(" ");
}

/** The models that can be chosen where none is. */
function offered() {
  return providers.value.flatMap(({ models }) => models).map((name) => (
    <option key={name} value={name}>
      {plainName(name)}
    </option>
  ));
}

/** The prices of this layer, as a table that is written in. */
function Prices({ layer, set }: FieldProps) {
  const list = layers.value?.[layer].prices ?? [];
  const change = (prices: ModelPrice[]) => set({ prices: prices.length === 0 ? undefined : prices });
  const place = useRef<HTMLFieldSetElement>(null);
  const wanted = priceWanted.value;
  // After the dialog has been opened, and has put the focus where it begins.
  useEffect(() => {
    if (wanted === null) return;
    priceWanted.value = null;
    const field = place.current?.querySelector<HTMLInputElement>(".price-new input");
    if (!field) return;
    field.value = wanted;
    place.current?.querySelector<HTMLInputElement>(".price-new input[type=number]")?.focus();
  }, [wanted]);
  return (
    <fieldset ref={place} class="setting prices" aria-describedby="setting-prices-help">
      <legend class="aside">{words.prices}</legend>
      <Head id="prices" name={words.prices} layer={layer} set={set} />
      <Help id="prices" words={words.pricesHelp} />
      {list.length === 0 && <p class="setting-help">{words.pricesNone}</p>}
      {list.map((entry, i) => (
        <div key={entry.model} class="price">
          <span class="price-model">{plainName(entry.model)}</span>
          <Figures of={plainName(entry.model)} price={entry.price} set={(price) => change(list.with(i, { ...entry, price }))} />
          <button type="button" class="plain" aria-label={words.priceRemove(plainName(entry.model))} onClick={() => change(list.toSpliced(i, 1))}>
            <Icon node={X} small />
          </button>
        </div>
      ))}
      <NewPrice key={list.length} add={(entry) => change([...list.filter((old) => old.model !== entry.model), entry])} />
    </fieldset>
  );
}

const figures = [
  ["input", words.priceInput],
  ["cached", words.priceCached],
  ["output", words.priceOutput],
] as const;

function Figures({ of, price, set }: { of: string; price: Price; set(price: Price): void }) {
  return (
    <>
      {figures.map(([name, label]) => (
        <label key={name}>
          <span>{label}</span>
          <input
            class="input figures"
            type="number"
            min={0}
            step="any"
            aria-label={words.priceOf(label, of)}
            value={price[name]}
            onChange={({ currentTarget: { valueAsNumber } }) => set({ ...price, [name]: Number.isNaN(valueAsNumber) ? 0 : valueAsNumber })}
          />
        </label>
      ))}
    </>
  );
}

/** Another row. What is empty costs nothing. */
function NewPrice({ add }: { add(entry: ModelPrice): void }) {
  const name = useRef<HTMLInputElement>(null);
  const price = useRef<Price>({ input: 0, cached: 0, output: 0 });
  return (
    <div class="price price-new" role="group" aria-label={words.priceNew}>
      <label class="price-model">
        <span>{words.priceModel}</span>
        <input ref={name} class="input" list="price-models" aria-label={words.priceModel} placeholder={model.value} maxLength={200} />
      </label>
      <datalist id="price-models">{offered()}</datalist>
      {figures.map(([key, label]) => (
        <label key={key}>
          <span>{label}</span>
          <input
            class="input figures"
            type="number"
            min={0}
            step="any"
            aria-label={label}
            onInput={({ currentTarget: { valueAsNumber } }) => (price.current = { ...price.current, [key]: Number.isNaN(valueAsNumber) ? 0 : valueAsNumber })}
          />
        </label>
      ))}
      <button
        type="button"
        class="plain"
        aria-label={words.priceAdd}
        title={words.priceAdd}
        onClick={() => add({ model: name.current?.value.trim() || model.peek(), price: price.current })}
      >
        <Icon node={Plus} small />
      </button>
    </div>
  );
}
