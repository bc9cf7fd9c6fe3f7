import { useSignal } from "@preact/signals";
import { Check, Search, SlidersHorizontal } from "lucide";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { ModelAbout } from "../core/protocol.gen.js";
import { Icon } from "../shared/icon.js";
import { openSettings } from "../shared/layout.js";
import { isComposing } from "../shared/send-key.js";
import { text } from "../text/en.js";
import { abouts } from "./abouts.js";
import { providers } from "./host.js";
import type { PickerIntents } from "./intents.js";
import { modelName } from "./model-name.js";
import { placeOf } from "./model-select.js";
import { model } from "./next.js";

export interface PickerProps {
  /** What it belongs to. */
  button: RefObject<HTMLButtonElement | null>;
  intents: PickerIntents;
  /** Called when it is to go; the browser closes it by itself when something else is pressed. */
  close(byItself: boolean): void;
}

/** From so many on there is a field to search in. */
const fromManyOn = 9;

const words = text.models.picker;

interface Option {
  /** The model; empty for none. */
  id: string;
  name: string;
  note: string;
  /** What it is found by, beside its name. */
  also: string;
}

interface Group {
  name: string;
  options: Option[];
}

/** Who can answer, by who offers them, with what they hold and cost. Arrows move, Enter chooses, letters search. */
export function ModelPicker({ button, intents, close }: PickerProps) {
  const place = useRef<HTMLDivElement>(null);
  const query = useSignal("");
  const all = groupsOf(model.value);
  const count = all.reduce((sum, { options }) => sum + options.length, 0);
  const groups = filtered(all, query.value);
  const options = groups.flatMap(({ options }) => options);
  const active = useSignal(Math.max(0, options.findIndex(({ id }) => id === model.value)));
  const at = Math.min(active.value, options.length - 1);

  useEffect(() => intents.about(), []);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null || button.current === null) return;
    element.showPopover();
    putAt(element, button.current);
    element.querySelector<HTMLElement>("input, [role=listbox]")?.focus();
  }, []);
  useLayoutEffect(() => {
    place.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest" });
  }, [at]);

  const leave = () => {
    close(false);
    button.current?.focus();
  };
  const choose = (option: Option | undefined) => {
    if (option === undefined) return;
    leave();
    if (option.id !== model.peek()) intents.choose(option.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const { key } = event;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[key];
    const typing = event.target instanceof HTMLInputElement;
    if (next !== undefined && !(typing && (key === "Home" || key === "End"))) active.value = (next + options.length) % Math.max(1, options.length);
    else if (key === "Enter" || (key === " " && !typing)) choose(options[at]);
    else if (key === "Escape" || key === "Tab") leave();
    else if (!typing && key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) active.value = startingWith(options, key, at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const many = count >= fromManyOn;
  const pointed = { "aria-activedescendant": at < 0 ? undefined : `model-${at}` };
  return (
    // "toggle" comes a task after the closing, and the button may be pressed before it.
    <div ref={place} class="picker" popover="auto" onBeforeToggle={(event: { newState: string }) => event.newState === "closed" && close(true)} onKeyDown={onKeyDown}>
      {many && (
        <SearchField
          pointed={pointed}
          find={(words) => {
            query.value = words;
            active.value = 0;
          }}
        />
      )}
      <div class="picker-list" id="models-listed" role="listbox" aria-label={text.chat.model.label} {...(many ? {} : { tabIndex: 0, ...pointed })}>
        {groups.map((group) => (
          <div key={group.name} role="group" aria-label={group.name}>
            <p aria-hidden="true">{group.name}</p>
            {group.options.map((option) => {
              const i = options.indexOf(option);
              return <Row key={option.id} option={option} id={`model-${i}`} active={i === at} point={() => (active.value = i)} choose={() => choose(option)} />;
            })}
          </div>
        ))}
      </div>
      {options.length === 0 && <p class="picker-none">{words.nothing}</p>}
      <button
        type="button"
        class="picker-manage"
        onClick={() => {
          leave();
          openSettings("models");
        }}
      >
        <Icon node={SlidersHorizontal} small />
        {words.manage}
      </button>
    </div>
  );
}

function SearchField({ pointed, find }: { pointed: object; find(words: string): void }) {
  return (
    <label class="picker-search">
      <Icon node={Search} small />
      <input
        type="text"
        role="combobox"
        aria-label={words.search}
        aria-expanded
        aria-controls="models-listed"
        {...pointed}
        placeholder={words.search}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => find(event.currentTarget.value)}
      />
    </label>
  );
}

interface RowProps {
  option: Option;
  id: string;
  active: boolean;
  point(): void;
  choose(): void;
}

function Row({ option: { id: name, name: shown, note }, id, active, point, choose }: RowProps) {
  const chosen = name === model.value;
  return (
    <div id={id} class="picked" role="option" aria-selected={chosen} data-active={active ? "" : undefined} onPointerMove={point} onClick={choose}>
      <span class="picked-words">
        <span class="picked-name" dir="auto">
          {shown}
        </span>
        {note !== "" && <span class="picked-note figures">{note}</span>}
      </span>
      {chosen && <Icon node={Check} small />}
    </div>
  );
}

/** All that can be chosen: the models by who offers them, one that nobody offers any more if it is chosen, and none. */
function groupsOf(chosen: string): Group[] {
  const groups: Group[] = providers.value
    .filter(({ models }) => models.length > 0)
    .map((provider) => ({
      name: placeOf(provider),
      options: provider.models.map((id) => ({ id, name: modelName(id), note: noteOf(abouts.value.get(id), provider.kind !== "remote"), also: `${id} ${placeOf(provider)}` })),
    }));
  const isOffered = groups.some(({ options }) => options.some(({ id }) => id === chosen));
  if (chosen !== "" && !isOffered) groups.unshift({ name: words.gone, options: [{ id: chosen, name: modelName(chosen), note: words.goneNote, also: chosen }] });
  groups.push({ name: words.without, options: [{ id: "", name: text.chat.model.none, note: words.noneNote, also: words.without }] });
  return groups;
}

/** What a model holds and what it costs, as far as that is known. */
function noteOf(about: ModelAbout | undefined, free: boolean): string {
  const { window = 0, price } = about ?? {};
  const cost = price === undefined ? (free ? words.free : "") : price.input + price.output === 0 ? words.free : words.price(price.input, price.output);
  return [window === 0 ? "" : words.window(window), cost].filter((part) => part !== "").join(" · ");
}

function filtered(groups: Group[], query: string): Group[] {
  const sought = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (sought.length === 0) return groups;
  const fits = ({ name, also }: Option) => sought.every((word) => `${name} ${also}`.toLocaleLowerCase().includes(word));
  return groups.map((group) => ({ ...group, options: group.options.filter(fits) })).filter(({ options }) => options.length > 0);
}

/** The next option whose name begins with a letter, from one on and around. */
function startingWith(options: readonly Option[], letter: string, from: number): number {
  const begins = (i: number) => options[i]?.name.toLocaleLowerCase().startsWith(letter.toLocaleLowerCase()) ?? false;
  for (let step = 1; step <= options.length; step++) if (begins((from + step) % options.length)) return (from + step) % options.length;
  return from;
}

/** Above the button, never beyond the window. */
function putAt(element: HTMLElement, button: HTMLElement): void {
  const { left, right, top } = button.getBoundingClientRect();
  const rtl = document.dir === "rtl";
  const width = element.offsetWidth;
  const wanted = rtl ? right - width : left;
  element.style.left = `${Math.max(8, Math.min(wanted, innerWidth - width - 8))}px`;
  element.style.bottom = `${innerHeight - top + 8}px`;
  element.style.maxHeight = `${Math.max(160, Math.min(480, top - 16))}px`;
}
