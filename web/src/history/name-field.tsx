import { useLayoutEffect, useRef } from "preact/hooks";
import type { Session } from "../core/protocol.gen.js";
import { isComposing } from "../shared/send-key.js";
import { text } from "../text/en.js";
import type { HistoryIntents } from "./intents.js";
import { renaming } from "./session-choices.js";

interface Props {
  name: string;
  label: string;
  /** The most characters that it may have. */
  longest: number;
  /** Called once, with another name, or with null if it is to stay. */
  end(name: string | null): void;
}

/** A name while it is written, in the place where it stands. Leaving it keeps it; Escape does not. */
export function NameField({ name, label, longest, end }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const open = useRef(true);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const close = (keep: boolean) => {
    if (!open.current) return;
    open.current = false;
    const written = field.current?.value.trim() ?? "";
    end(keep && written !== "" && written !== name ? written : null);
  };
  return (
    <input
      ref={field}
      class="name-field"
      dir="auto"
      maxLength={longest}
      aria-label={label}
      defaultValue={name}
      onBlur={() => close(true)}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === "Enter") close(true);
        else if (event.key === "Escape") close(false);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

/** The name of a chat while it is written. */
export function ChatNameField({ session, intents }: { session: Session; intents: HistoryIntents }) {
  const end = (name: string | null) => {
    if (name !== null) intents.sessions.rename(session.uid, name);
    renaming.value = null;
  };
  return <NameField name={session.name} label={text.chat.sessions.nameLabel} longest={200} end={end} />;
}
