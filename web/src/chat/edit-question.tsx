import { focusField, growField } from "../composer/field.js";
import type { Message } from "../core/protocol.gen.js";
import { isComposing, sends } from "../shared/send-key.js";
import { text } from "../text/en.js";
import { edited } from "./composing.js";
import type { ChatIntents } from "./intents.js";
import { useEditor } from "./use-editor.js";

interface Props {
  message: Message;
  intents: ChatIntents;
}

const words = text.chat.editing;

/** A question that is written anew where it stands. The old one stays, one version back. */
export function EditQuestion({ message, intents }: Props) {
  const field = useEditor(false);
  const cancel = () => {
    edited.value = null;
    focusField();
  };
  const send = () => {
    intents.composing.sendEdited(message, field.current?.value ?? "");
    focusField();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "Escape") cancel();
    else if (sends(event)) send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        class="editor-field"
        dir="auto"
        rows={2}
        aria-label={words.label}
        defaultValue={message.content}
        onInput={(event) => growField(event.currentTarget)}
        onKeyDown={onKeyDown}
      />
      <div class="editor-foot">
        <p>{words.note}</p>
        <button type="button" class="worded" onClick={cancel}>
          {words.cancel}
        </button>
        <button type="submit" class="worded first">
          {words.send}
        </button>
      </div>
    </form>
  );
}
