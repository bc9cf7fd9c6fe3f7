import { type Signal, useComputed, useSignal } from "@preact/signals";
import { Bot, Brain, ChevronLeft, ChevronRight, HardDrive, Keyboard, Search, Settings2, SlidersHorizontal } from "lucide";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Change } from "../settings/setting-fields.js";
import { type LayerName, refusal, wantedLayer } from "../settings/settings.js";
import { whenDrawn } from "../shared/drawn.js";
import { Icon } from "../shared/icon.js";
import { type Section, phone, section, sections } from "../shared/layout.js";
import { session as shown } from "../shared/route.js";
import { Segments } from "../shared/segments.js";
import { Sheet } from "../shared/sheet.js";
import { text } from "../text/en.js";
import type { Intents } from "./intents.js";
import { Panel, isLayered } from "./settings-panels.js";
import { findSettings } from "./settings-search.js";

interface Props {
  intents: Intents;
}

const words = text.chat.settings;
const icons = { general: SlidersHorizontal, models: Bot, memory: Brain, data: HardDrive, keyboard: Keyboard, advanced: Settings2 } as const;
const tabOf = (name: Section) => document.getElementById(`settings-tab-${name}`);

/** All settings, in sections beside their names; on a phone one after the other. A search finds them wherever they are. */
export function SettingsSheet({ intents }: Props) {
  const query = useSignal("");
  const searching = query.value.trim() !== "";
  // Where there is room, something is always open.
  const open = section.value ?? (phone.value ? null : "general");
  const listed = open === null && !searching;
  const onOpen = () => {
    query.value = "";
    intents.settings.begin();
    whenDrawn(() => (section.peek() === null && phone.peek() ? null : tabOf(section.peek() ?? "general"))?.focus());
  };
  const back = () => {
    const from = section.peek();
    query.value = "";
    section.value = null;
    if (from !== null) whenDrawn(() => tabOf(from)?.focus());
  };
  return (
    <Sheet
      name="settings"
      title={phone.value && open !== null && !searching ? words.sections[open] : words.title}
      label={words.title}
      close={words.close}
      class="settings settings-sheet"
      onOpen={onOpen}
      before={
        phone.value &&
        open !== null &&
        !searching && (
          <button type="button" class="plain settings-back" aria-label={words.back} title={words.back} onClick={back}>
            <Icon node={ChevronLeft} />
          </button>
        )
      }
    >
      <div class="settings-frame" data-listed={listed ? "" : undefined}>
        {(!phone.value || open === null || searching) && <Nav open={open} query={query} listed={listed} />}
        {searching ? <Results query={query.value} intents={intents} /> : open !== null && <One key={open} of={open} intents={intents} />}
      </div>
    </Sheet>
  );
}

/** The field that searches, and the sections: tabs beside what they show, or a list that leads to it. */
function Nav({ open, query, listed }: { open: Section | null; query: Signal<string>; listed: boolean }) {
  const choose = (name: Section) => {
    query.value = "";
    section.value = name;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = sections.findIndex((name) => tabOf(name) === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: sections.length - 1 }[event.key];
    const name = next === undefined || at < 0 ? undefined : sections[(next + sections.length) % sections.length];
    if (name === undefined) return;
    event.preventDefault();
    tabOf(name)?.focus();
    // A list leads away, so that looking along it is not going there.
    if (!listed) choose(name);
  };
  const searching = query.value.trim() !== "";
  const roles = phone.value ? {} : ({ role: "tablist", "aria-orientation": "vertical", "aria-label": words.title } as const);
  return (
    <div class="settings-nav">
      <label class="settings-search">
        <Icon node={Search} small />
        <input
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          autocomplete="off"
          value={query.value}
          onInput={(event) => (query.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            // The first Escape gives the sections back, the next one closes.
            if (event.key !== "Escape" || query.peek() === "") return;
            event.preventDefault();
            query.value = "";
          }}
        />
      </label>
      {!(phone.value && searching) && (
        <div class="settings-tabs" {...roles} onKeyDown={onKeyDown}>
          {sections.map((name) => {
            const chosen = name === open && !searching;
            const tab = phone.value ? {} : ({ role: "tab", "aria-selected": chosen, "aria-controls": "settings-panel", tabIndex: name === (open ?? "general") ? 0 : -1 } as const);
            return (
              <button key={name} id={`settings-tab-${name}`} type="button" class="settings-tab" {...tab} onClick={() => choose(name)}>
                <Icon node={icons[name]} small />
                <span>{words.sections[name]}</span>
                {phone.value && <Icon node={ChevronRight} small />}
              </button>
            );
          })}
        </div>
      )}
      {!(phone.value && searching) && <About />}
    </div>
  );
}

function About() {
  return (
    <p class="settings-about">
      {text.help.version(__VERSION__)} ·{" "}
      <a href="/licenses.txt" target="_blank" rel="noopener">
        {text.help.licences}
      </a>
    </p>
  );
}

/** The section that is open. */
function One({ of, intents }: Props & { of: Section }) {
  return (
    <div class="settings-panel" {...(phone.value ? {} : { id: "settings-panel", role: "tabpanel", "aria-labelledby": `settings-tab-${of}` })}>
      <Fields of={[of]} scope intents={intents} />
    </div>
  );
}

/** A setting in sight that a chat may have for itself. */
const layered = ["[data-setting]", ".setting", ".segments"].map((kind) => `[data-layered] ${kind}:not([hidden])`).join(", ");

/** Whatever has the words that are looked for. */
function Results({ query, intents }: Props & { query: string }) {
  const place = useRef<HTMLDivElement>(null);
  const found = useSignal<number | null>(null);
  const isScoped = useSignal(false);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const find = () => {
      found.value = findSettings(element, query);
      isScoped.value = element.querySelector(layered) !== null;
    };
    find();
    // What is drawn later is looked at too.
    const observer = new MutationObserver(find);
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [query]);
  return (
    <div class="settings-panel settings-results" role="region" aria-label={words.found}>
      <p class="aside" role="status">
        {found.value === null ? "" : words.foundCount(found.value)}
      </p>
      {found.value === 0 ? <p class="settings-none">{words.none}</p> : isScoped.value && <Scope />}
      <div ref={place}>
        <Fields of={sections} intents={intents} />
      </div>
    </div>
  );
}

/** For which chats a change counts. */
function Scope() {
  return (
    <Segments
      label={words.scope}
      name="scope"
      value={layerNow()}
      choices={[
        { value: "user", label: words.scopes.user },
        { value: "session", label: words.scopes.session, disabled: shown.value === null },
      ]}
      choose={(name) => (wantedLayer.value = name)}
    />
  );
}

/** A chat that is not there yet has no settings of its own. */
function layerNow(): LayerName {
  return shown.value === null ? "user" : wantedLayer.value;
}

function Fields({ of, scope = false, intents }: Props & { of: readonly Section[]; scope?: boolean }) {
  const layer = useComputed(layerNow);
  const set: Change = (changes) => void intents.settings.change(layer.peek(), changes);
  const refused = refusal.value;
  return (
    <>
      {refused !== null && (
        <p class="settings-refusal" role="alert">
          {refused.words}
        </p>
      )}
      {of.map((name) => (
        // Fields keep what is typed; another layer has other fields.
        <section key={isLayered(name) ? `${name} ${layer.value} ${shown.value} ${refused?.times}` : name} class="settings-section" data-layered={isLayered(name) ? "" : undefined}>
          <div class="settings-top">
            <h3>{words.sections[name]}</h3>
            {scope && isLayered(name) && <Scope />}
          </div>
          <Panel of={name} intents={intents} layer={layer.value} set={set} />
        </section>
      ))}
    </>
  );
}
