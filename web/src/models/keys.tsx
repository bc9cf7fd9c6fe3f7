import { useSignal, useSignalEffect } from "@preact/signals";
import { KeyRound, TriangleAlert } from "lucide";
import { useRef } from "preact/hooks";
import { whenDrawn } from "../shared/drawn.js";
import { Icon } from "../shared/icon.js";
import { sheet } from "../shared/layout.js";
import { providerKeys as words } from "../text/provider-keys.js";
import { keyForm } from "./add-key.js";
import type { Host } from "./host.js";
import { KeyForm } from "./key-form.js";
import { ProviderRow } from "./provider-row.js";
import { keyList, keysTrouble, loadKeys } from "./provider-keys.js";

/** Who can be asked with a key, and the way to enter one. */
export function Keys({ host }: { host: Host }) {
  const place = useRef<HTMLElement>(null);
  const said = useSignal("");
  useSignalEffect(() => {
    if (sheet.value === "settings") void loadKeys();
    // A key that was typed and not saved isn’t left behind.
    else keyForm.value = null;
  });
  const list = keyList.value;
  const trouble = keysTrouble.value;
  const form = keyForm.value;
  const there = list?.keys.filter(({ set }) => set) ?? [];
  const focus = (selector: string) => whenDrawn(() => place.current?.querySelector<HTMLElement>(selector)?.focus());
  /** Closes the form; the focus goes to the row that it was for, or to the button that opens it. */
  const close = (sentence: string, id: string) => {
    said.value = sentence;
    keyForm.value = null;
    focus(id === "" ? ".provider-add" : `[data-key="${CSS.escape(id)}"] button`);
  };
  return (
    <section ref={place} class="provider-keys" data-setting={words.also} aria-labelledby="keys-title">
      <h4 id="keys-title">{words.title}</h4>
      {list === null && trouble === null && <p class="setting-help">{words.loading}</p>}
      {trouble !== null && (
        <>
          <p class="settings-refusal" role="alert">
            {trouble}
          </p>
          <button type="button" class="worded small" onClick={() => void loadKeys()}>
            {words.again}
          </button>
        </>
      )}
      {list !== null && trouble === null && (
        <>
          <p class="setting-help">{words.about(list.file)}</p>
          {list.problem !== "" && (
            <p class="model-failed" role="alert">
              <Icon node={TriangleAlert} small />
              <span>{list.problem}</span>
            </p>
          )}
          {there.length > 0 ? (
            <ul class="model-list" aria-label={words.list}>
              {there.map((one) => (
                <ProviderRow
                  key={one.id}
                  one={one}
                  host={host}
                  editing={form === one.id}
                  close={(sentence) => close(sentence, one.id)}
                  say={(sentence) => (said.value = sentence)}
                  gone={(sentence) => close(sentence, "")}
                />
              ))}
            </ul>
          ) : (
            form === null && <p class="setting-help">{words.none}</p>
          )}
          {form === "" ? (
            <KeyForm host={host} of={null} close={close} />
          ) : (
            <button type="button" class="worded provider-add" onClick={() => (keyForm.value = "")}>
              <Icon node={KeyRound} small />
              {words.add}
            </button>
          )}
        </>
      )}
      {/* The page's own region is behind the dialog. */}
      <p class="aside" role="status">
        {said.value}
      </p>
    </section>
  );
}
