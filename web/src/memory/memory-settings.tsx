import { useSignal } from "@preact/signals";
import { Plus, X } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import type { ModelPrice, Price } from "../core/protocol.gen.js";
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
const presets = { compact: { threshold: 1200, keepLast: 0 }, roomy: { threshold: 8000, keepLast: 6 } } as const;
const strategies = ["simple", "tiered"] as const;
const condensers = ["idle", "local", "off"] as const;

/** When and by whom a conversation is condensed, and what its models cost. */
export function MemorySettings({ layer, set }: FieldProps) {
  const custom = useSignal(false);
  const [threshold, keepLast] = [valueOf("threshold", layer), valueOf("keepLast", layer)];
  const fits = (name: keyof typeof presets) => presets[name].threshold === threshold && presets[name].keepLast === keepLast;
  const preset = custom.value ? "custom" : fits("compact") ? "compact" : fits("roomy") ? "roomy" : "custom";
  const choose = (name: typeof preset) => {
    custom.value = name === "custom";
    if (name === "custom") document.getElementById("setting-threshold")?.focus();
    else set(presets[name]);
  };
  const helper = valueOf("helperModel", layer) ?? "";
  return (
    <>
      <h4>{words.title}</h4>
      <Segments
        label={words.preset}
        name="preset"
        shown
        value={preset}
        choices={(["compact", "roomy", "custom"] as const).map((value) => ({ value, label: words.presets[value] }))}
        choose={choose}
      />
      <Help id="preset" words={words.presetHelp} />
      <NumberField id="threshold" name={text.chat.settings.threshold} unit={text.chat.settings.inTokens} min={100} step={100} help={words.thresholdHelp} layer={layer} set={set} />
      <NumberField id="keepLast" name={words.keepLast} unit={text.chat.settings.inMessages} min={0} max={100} step={1} help={words.keepLastHelp} layer={layer} set={set} />
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
