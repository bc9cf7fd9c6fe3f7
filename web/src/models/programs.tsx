import { useSignalEffect } from "@preact/signals";
import { RotateCcw } from "lucide";
import { useRef } from "preact/hooks";
import { plainName } from "../markdown/signs.js";
import { Icon } from "../shared/icon.js";
import { sheet } from "../shared/layout.js";
import { programs as words } from "../text/programs.js";
import { programsWanted } from "./add-key.js";
import { type Host, checking, providers } from "./host.js";

/** The programs that run models on this machine, and how to get one. */
export function Programs({ host }: { host: Host }) {
  const place = useRef<HTMLElement>(null);
  const found = providers.value.filter(({ kind }) => kind === "machine");
  useSignalEffect(() => {
    if (sheet.value !== "settings" || !programsWanted.value) return;
    // When the dialog has been opened, and has put the focus where it begins.
    requestAnimationFrame(() => {
      programsWanted.value = false;
      place.current?.scrollIntoView({ block: "start" });
      place.current?.querySelector("button")?.focus({ preventScroll: true });
    });
  });
  return (
    <section ref={place} class="provider-keys" data-setting={words.also} aria-labelledby="programs-title">
      <h4 id="programs-title">{words.title}</h4>
      <p class="setting-help">{words.about}</p>
      <p class="setting-help">
        {words.ollama[0]}
        <code>{words.ollama[1]}</code>
        {words.ollama[2]}
      </p>
      {found.length === 0 ? (
        <p class="setting-help">{words.none}</p>
      ) : (
        <ul class="model-list" aria-label={words.list}>
          {found.map(({ name, models, problem }) => (
            <li key={name} class="model-row">
              <p class="model-name">{plainName(name)}</p>
              <p class="model-note">{problem ?? (models.length === 0 ? words.empty : words.models(models.length))}</p>
            </li>
          ))}
        </ul>
      )}
      <button type="button" class="worded small" disabled={checking.value} onClick={() => void host.check()}>
        <Icon node={RotateCcw} small />
        {checking.value ? words.looking : words.look}
      </button>
    </section>
  );
}
