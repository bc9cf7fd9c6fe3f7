import { Database, Library } from "lucide";
import { plainName } from "../markdown/signs.js";
import { announce } from "../shared/announce.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import { type Source, sources } from "./attached.js";

const words = text.sources;

/** What the chat asks beside its model: pressed is attached. Of collections, of which there may be many, those that are. */
export function SourceChips({ attach }: { attach(name: string, attached: boolean): void }) {
  return (
    <>
      {sources.value.filter(({ kind, attached }) => kind === "database" || attached).map((source) => (
        <button
          key={source.name}
          type="button"
          class="source-chip"
          data-state={source.state}
          aria-pressed={source.attached}
          aria-label={plainName(source.label)}
          title={words.title(plainName(source.label), source.attached)}
          onClick={() => toggle(source, attach)}
        >
          <Icon node={source.kind === "database" ? Database : Library} small />
          <span class="source-chip-name" dir="auto">
            {plainName(source.label)}
          </span>
        </button>
      ))}
    </>
  );
}

export function toggle({ name, label, attached }: Source, attach: (name: string, attached: boolean) => void): void {
  attach(name, !attached);
  announce(words.said(plainName(label), !attached));
}
