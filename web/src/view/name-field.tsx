import { useLayoutEffect, useRef } from "preact/hooks";
import type { Session } from "../protocol.gen.js";
import { text } from "../text/en.js";
import type { Intents } from "../wiring.js";
import { renaming } from "./session-choices.js";

interface Props {
  session: Session;
  intents: Intents;
}

/** The name of a chat while it is written, in the place where it stands. Leaving it keeps it; Escape does not. */
export function NameField({ session, intents }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const open = useRef(true);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (keep: boolean) => {
    if (!open.current) return;
    open.current = false;
    const name = field.current?.value.trim() ?? "";
    if (keep && name !== "" && name !== session.name) intents.sessions.rename(session.uid, name);
    renaming.value = null;
  };
  return (
    <input
      ref={field}
      class="name-field"
      dir="auto"
      maxLength={200}
      aria-label={text.chat.sessions.nameLabel}
      defaultValue={session.name}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.isComposing || event.keyCode === 229) return;
        if (event.key === "Enter") end(true);
        else if (event.key === "Escape") end(false);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
