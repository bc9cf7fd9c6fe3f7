import { useSignalEffect } from "@preact/signals";
import { X } from "lucide";
import { useRef } from "preact/hooks";
import { helpOpen } from "../state.js";
import { text } from "../text/en.js";
import { Icon } from "./icon.js";
import { commandKey } from "./shortcuts.js";

const rows = [
  { keys: [commandKey, "/"], what: text.help.rows.help },
  { keys: ["Shift", "Esc"], what: text.help.rows.focus },
  { keys: ["Alt", "P"], what: text.help.rows.pieces },
  { keys: ["←", "→"], what: text.help.rows.arrows },
  { keys: ["Esc"], what: text.help.rows.escape },
] as const;

/** A modal dialog: the browser keeps the focus inside and gives it back afterwards. */
export function HelpSheet() {
  const dialog = useRef<HTMLDialogElement>(null);
  useSignalEffect(() => {
    const element = dialog.current;
    if (element === null || element.open === helpOpen.value) return;
    if (helpOpen.value) element.showModal();
    else element.close();
  });
  const close = () => (helpOpen.value = false);
  return (
    <dialog
      ref={dialog}
      class="sheet"
      aria-labelledby="help-title"
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div class="sheet-body">
        <div class="sheet-head">
          <h2 id="help-title">{text.help.title}</h2>
          <button type="button" class="plain" aria-label={text.help.close} onClick={close}>
            <Icon node={X} />
          </button>
        </div>
        <dl class="keys">
          {rows.map(({ keys, what }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <p class="sheet-foot">{text.help.version(__VERSION__)}</p>
      </div>
    </dialog>
  );
}
