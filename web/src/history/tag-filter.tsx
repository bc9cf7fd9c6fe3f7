import { plainName } from "../markdown/signs.js";
import { text } from "../text/en.js";
import { chosenTag, isSameTag } from "./chosen-tag.js";
import type { HistoryIntents } from "./intents.js";
import { tags } from "./tags.js";

const words = text.chat.tags;

/** Narrows the list to a tag. It is there if there are tags. */
export function TagFilter({ intents }: { intents: HistoryIntents }) {
  if (tags.value.length === 0) return null;
  const chosen = chosenTag.value;
  const chip = (tag: string | null) => (
    <button
      key={tag ?? ""}
      type="button"
      class="chip"
      aria-pressed={tag === null ? chosen === null : chosen !== null && isSameTag(chosen, tag)}
      onClick={() => intents.tags.choose(tag)}
    >
      <span dir="auto">{tag === null ? words.all : plainName(tag)}</span>
    </button>
  );
  return (
    <div class="chips" role="group" aria-label={words.filter}>
      {chip(null)}
      {tags.value.map(({ name }) => chip(name))}
    </div>
  );
}
