import { useSignal } from "@preact/signals";
import { Pencil, Plus, X } from "lucide";
import { useRef } from "preact/hooks";
import { Icon } from "../shared/icon.js";
import { Sheet } from "../shared/sheet.js";
import { ToastPlace } from "../shared/toast-place.js";
import { plainName } from "../markdown/signs.js";
import { text } from "../text/en.js";
import { hasTag, taggedNow } from "./chosen-tag.js";
import type { HistoryIntents } from "./intents.js";
import { NameField } from "./name-field.js";
import { longestTag, tags } from "./tags.js";

interface Props {
  intents: HistoryIntents;
}

const words = text.chat.tags;

/** Gives a chat tags, or several; renames and removes them in all chats. */
export function TagsSheet({ intents }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const renamed = useSignal<string | null>(null);
  const chats = taggedNow.value;
  const first = chats[0];
  const title = chats.length === 1 && first !== undefined ? words.titleOf(plainName(first.name) || text.chat.unnamed) : words.title(chats.length);
  const add = (event: Event) => {
    event.preventDefault();
    const tag = field.current?.value.trim() ?? "";
    if (tag === "" || field.current === null) return;
    field.current.value = "";
    void intents.tags.set(tag, true);
  };
  const begin = () => {
    renamed.value = null;
    if (field.current !== null) field.current.value = "";
    field.current?.focus();
  };
  return (
    <Sheet name="tags" title={title} close={text.help.close} class="tags" onOpen={begin} over={<ToastPlace of="tags" />}>
      <form class="tags-new" onSubmit={add}>
        <input ref={field} class="name-field" dir="auto" maxLength={longestTag} aria-label={words.new} placeholder={words.new} enterkeyhint="done" autocomplete="off" />
        <button type="submit" class="worded">
          <Icon node={Plus} small />
          {words.add}
        </button>
      </form>
      <ul class="tags-list">
        {tags.value.map(({ name, sessions }) => {
          const having = chats.filter((chat) => hasTag(chat, name)).length;
          return (
            <li key={name}>
              {renamed.value === name ? (
                <NameField name={name} label={words.newName(plainName(name))} longest={longestTag} end={(to) => ((renamed.value = null), to !== null && void intents.tags.rename(name, to))} />
              ) : (
                <>
                  <label class="tags-name">
                    <input
                      type="checkbox"
                      checked={having > 0 && having === chats.length}
                      indeterminate={having > 0 && having < chats.length}
                      onChange={(event) => void intents.tags.set(name, event.currentTarget.checked)}
                    />
                    <span dir="auto">{plainName(name)}</span>
                    <span class="tags-count">{words.count(sessions)}</span>
                  </label>
                  <button type="button" class="plain" aria-label={words.rename(plainName(name))} title={words.renameAll} onClick={() => (renamed.value = name)}>
                    <Icon node={Pencil} small />
                  </button>
                  <button type="button" class="plain" aria-label={words.remove(plainName(name))} title={words.removeAll} onClick={() => void intents.tags.rename(name, "")}>
                    <Icon node={X} small />
                  </button>
                </>
              )}
            </li>
          );
        })}
      </ul>
      {tags.value.length === 0 && <p class="tags-note">{words.empty}</p>}
    </Sheet>
  );
}
