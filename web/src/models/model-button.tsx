import { useSignal } from "@preact/signals";
import { ChevronDown } from "lucide";
import { useRef } from "preact/hooks";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import type { PickerIntents } from "./intents.js";
import { modelName } from "./model-name.js";
import { model } from "./next.js";
import { ModelPicker } from "./parts.js";

const words = text.chat.model;

/** Who answers the next question. A press shows who else could. */
export function ModelButton({ intents }: { intents: PickerIntents }) {
  const button = useRef<HTMLButtonElement>(null);
  const open = useSignal(false);
  const name = model.value === "" ? words.none : modelName(model.value);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    open.value = true;
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class="model"
        aria-label={words.is(name)}
        title={words.label}
        aria-haspopup="listbox"
        aria-expanded={open.value}
        onClick={() => (open.value = !open.value)}
        onKeyDown={onKeyDown}
      >
        <span dir="auto">{name}</span>
        <Icon node={ChevronDown} small />
      </button>
      {open.value && <ModelPicker button={button} intents={intents} close={() => (open.value = false)} />}
    </>
  );
}
