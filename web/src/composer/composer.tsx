import { useSignal } from "@preact/signals";
import { Paperclip } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import { ModelButton } from "../models/model-button.js";
import { announce } from "../shared/announce.js";
import { ChatDocuments } from "../documents/chips.js";
import { Icon } from "../shared/icon.js";
import { paste } from "../shared/prefs.js";
import { sends } from "../shared/send-key.js";
import { text } from "../text/en.js";
import { readField, replaceInField, spotInField, undoInField } from "./field.js";
import { FileChips } from "./file-chips.js";
import { type Files, longestPaste } from "./files.js";
import { HeldLine } from "./held-line.js";
import type { ComposerIntents } from "./intents.js";
import { Meter } from "./meter.js";
import { SendButton } from "./send-button.js";
import { SourceChips } from "./source-chips.js";
import { attachments, written } from "./state.js";
import { Suggestions, useSuggestions } from "./suggestions.js";
import { VersionLines } from "./version-lines.js";

interface Props {
  intents: ComposerIntents;
}

const words = text.chat.field;

/** One surface: chips, text, tools. */
export function Composer({ intents }: Props) {
  const dropping = useFileDrop(intents);
  const picker = useRef<HTMLInputElement>(null);
  /** Whether what is pasted goes into the field, however long it is. */
  const asItIs = useRef(false);

  const pick = () => picker.current?.click();
  const list = useSuggestions(intents, pick);
  const shown = list.shown.value;

  const send = () => intents.send();
  const onKeyDown = (event: KeyboardEvent) => {
    // The paste that these keys bring about comes before the next key.
    asItIs.current = event.code === "KeyV" && event.shiftKey && (event.ctrlKey || event.metaKey);
    if (list.onKeyDown(event)) return;
    if (sends(event)) {
      event.preventDefault();
      send();
    } else if (undoes(event)) {
      if (undoInField()) event.preventDefault();
    } else if (event.key === "ArrowUp" && written.peek() === "" && !event.isComposing && plain(event)) {
      if (intents.editLast()) event.preventDefault();
    }
  };
  const onPick = (event: Event & { currentTarget: HTMLInputElement }) => {
    intents.files.add([...(event.currentTarget.files ?? [])]);
    event.currentTarget.value = ""; // the same file may be picked again
  };

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {attachments.value.length > 0 && <FileChips files={intents.files} />}
      <ChatDocuments documents={intents.documents} />
      <VersionLines files={intents.files} documents={intents.documents} />
      <HeldLine />
      <label class="aside" for="field">
        {words.label}
      </label>
      <textarea
        id="field"
        class="field"
        dir="auto"
        rows={1}
        placeholder={words.placeholder}
        autocomplete="off"
        aria-describedby="status"
        {...(shown === null ? {} : ofList(list.chosen.value))}
        onInput={(event) => {
          readField();
          list.onInput(event);
        }}
        onBlur={list.close}
        onKeyDown={onKeyDown}
        onKeyUp={() => (asItIs.current = false)}
        onPaste={(event) => takePaste(event, intents.files, asItIs.current)}
      />
      <div class="tools">
        <input ref={picker} type="file" multiple hidden onChange={onPick} />
        <button type="button" class="plain" aria-label={words.attach} title={words.attach} onClick={pick}>
          <Icon node={Paperclip} />
        </button>
        <SourceChips attach={(name, attached) => intents.attach(name, attached)} />
        <ModelButton intents={intents.models} />
        <Meter intents={intents} />
        <SendButton intents={intents} />
      </div>
      {shown !== null && <Suggestions shown={shown} chosen={list.chosen} point={(at) => (list.chosen.value = at)} choose={list.choose} />}
      {dropping.value && <p class="drop">{words.drop}</p>}
    </form>
  );
}

/** A long text that is pasted becomes a file, unless the reader wants it as it is; files that are pasted go along. */
function takePaste(event: ClipboardEvent, files: Files, asItIs: boolean): void {
  const { clipboardData: data } = event;
  // Some programs put a picture of the text beside the text: the text counts.
  if (data?.types.includes("text/plain")) {
    const pasted = data.getData("text/plain");
    if (pasted.length <= longestPaste) return;
    event.preventDefault();
    if (paste.peek() === "file" && !asItIs && files.paste(pasted)) announce(text.files.pastedSaid);
    else replaceInField(spotInField(), pasted);
  } else if (data !== null && data.files.length > 0) {
    event.preventDefault();
    files.add([...data.files]);
  }
}

/** What the field says of its list. A field of several lines may not be a combobox, and one that became another thing would be read out anew. */
function ofList(chosen: number): object {
  return { "aria-autocomplete": "list", "aria-haspopup": "listbox", "aria-controls": "suggestions", "aria-activedescendant": `suggestion-${chosen}` };
}

function undoes({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

function plain({ shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return !shiftKey && !ctrlKey && !altKey && !metaKey;
}

/** Takes files dropped anywhere on the page; true while some hover over it. */
function useFileDrop(intents: ComposerIntents) {
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
      intents.files.add([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = new AbortController();
    addEventListener("dragover", over, listeners);
    addEventListener("dragleave", leave, listeners);
    addEventListener("drop", drop, listeners);
    return () => listeners.abort();
  }, [intents, dropping]);
  return dropping;
}
