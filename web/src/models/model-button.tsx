import { useSignal } from "@preact/signals";
import { ChevronDown } from "lucide";
import { useRef } from "preact/hooks";
import { layers } from "../settings/settings.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import { host } from "./host.js";
import type { PickerIntents } from "./intents.js";
import { modelName } from "./model-name.js";
import { model } from "./next.js";
import { ModelPicker } from "./parts.js";
import { coming, comingModel } from "./rung.js";

const words = text.chat.model;

/** Who answers the next question. A press shows who else could. */
export function ModelButton({ intents }: { intents: PickerIntents }) {
  const button = useRef<HTMLButtonElement>(null);
  const open = useSignal(false);
  /** When a press has closed the list, which may be the press on this button. */
  const closed = useRef(-Infinity);
  const id = model.value || (comingModel.value?.id ?? "");
  const name = id === "" ? words.none : modelName(id);
  // Nobody is named before it is known who answers.
  const unknown = id === "" && (host.value === null || layers.value === null || coming.value !== null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    open.value = true;
  };
  const close = (byItself: boolean) => {
    open.value = false;
    if (byItself) closed.current = performance.now();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={unknown ? "model unknown" : "model"}
        aria-label={words.is(name)}
        title={words.label}
        aria-haspopup="listbox"
        aria-expanded={open.value}
        onClick={({ detail, timeStamp }) => (open.value = !open.value && (detail === 0 || timeStamp - closed.current > 400))}
        onKeyDown={onKeyDown}
      >
        <span dir="auto">{name}</span>
        <Icon node={ChevronDown} small />
      </button>
      {open.value && <ModelPicker button={button} intents={intents} close={close} />}
    </>
  );
}
