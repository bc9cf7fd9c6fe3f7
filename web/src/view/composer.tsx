import { useSignal } from "@preact/signals";
import { Paperclip, WholeWord } from "lucide";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { attachments, piecesShown, togglePieces, written } from "../state.js";
import { text } from "../text/en.js";
import type { Intents } from "../wiring.js";
import { growField } from "./field-height.js";
import { FileChips } from "./file-chips.js";
import { Gauge } from "./gauge.js";
import { Icon } from "./icon.js";
import { ModelSelect } from "./model-select.js";

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  intents: Intents;
}

/**
 * One surface: chips, text, tools. The text field keeps its own value. It is in the
 * shell's markup and takes keys before this code runs, so the view never writes to
 * it, except for an example.
 */
export function Composer({ field, intents }: Props) {
  const dropping = useFileDrop(intents);
  const picker = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    const read = () => {
      written.value = element.value;
      growField(element);
    };
    // A browser that restores the text of the last visit does so without an event.
    addEventListener("pageshow", read);
    read();
    return () => removeEventListener("pageshow", read);
  }, [field]);

  const onInput = (event: InputEvent & { currentTarget: HTMLTextAreaElement }) => {
    written.value = event.currentTarget.value;
    growField(event.currentTarget);
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = event.clipboardData?.files;
    // Some programs put a picture of the text beside the text: the text counts.
    if (files === undefined || files.length === 0 || event.clipboardData?.types.includes("text/plain")) return;
    event.preventDefault();
    intents.addFiles([...files]);
  };
  const onPick = (event: Event & { currentTarget: HTMLInputElement }) => {
    intents.addFiles([...(event.currentTarget.files ?? [])]);
    event.currentTarget.value = ""; // the same file may be picked again
  };

  return (
    <form class="composer" onSubmit={(event) => event.preventDefault()}>
      {attachments.value.length > 0 && <FileChips remove={intents.removeFile} />}
      <label class="aside" for="field">
        {text.field.label}
      </label>
      <textarea
        id="field"
        class="field"
        ref={field}
        dir="auto"
        rows={2}
        placeholder={text.field.placeholder}
        spellcheck={false}
        aria-describedby="status"
        onInput={onInput}
        onPaste={onPaste}
      />
      <div class="tools">
        <input ref={picker} type="file" multiple hidden onChange={onPick} />
        <button
          type="button"
          class="plain"
          aria-label={text.field.attach}
          title={text.field.attach}
          onClick={() => picker.current?.click()}
        >
          <Icon node={Paperclip} />
        </button>
        <button
          type="button"
          class="plain"
          aria-label={text.field.pieces}
          title={text.field.pieces}
          aria-pressed={piecesShown.value}
          onClick={togglePieces}
        >
          <Icon node={WholeWord} />
        </button>
        <ModelSelect />
        <Gauge />
      </div>
      {dropping.value && <p class="drop">{text.field.drop}</p>}
    </form>
  );
}

/** Takes files dropped anywhere on the page; true while some hover over it. */
function useFileDrop(intents: Intents) {
  const dropping = useSignal(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      dropping.value = true;
    };
    // Leaving an element for its child also fires; leaving the window names none.
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) dropping.value = false;
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      dropping.value = false;
      intents.addFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = new AbortController();
    addEventListener("dragover", over, listeners);
    addEventListener("dragleave", leave, listeners);
    addEventListener("drop", drop, listeners);
    return () => listeners.abort();
  }, [intents, dropping]);
  return dropping;
}
