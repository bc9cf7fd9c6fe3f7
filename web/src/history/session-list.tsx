import { useEffect, useRef } from "preact/hooks";
import { session as shown } from "../shared/route.js";
import { text } from "../text/en.js";
import { chosenTag } from "./chosen-tag.js";
import { type Group, groupsOf } from "./groups.js";
import type { HistoryIntents } from "./intents.js";
import { renaming } from "./session-choices.js";
import { SessionRow } from "./session-row.js";
import { hasMore, listed, marked, shelf } from "./sessions.js";

interface Props {
  intents: HistoryIntents;
}

const words = text.chat.sidebar;

/** The chats by day. More are loaded before the end is reached; the arrow keys move along them. */
export function SessionList({ intents }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const list = listed.value;
  const which = shelf.value;
  const groups: Group[] | null = list === null ? null : which === "bin" ? [{ name: "older", sessions: [...list] }] : groupsOf(list, new Date());
  const empty = chosenTag.value !== null ? text.chat.tags.none : which === "active" ? words.empty : which === "archived" ? words.archiveEmpty : words.binEmpty;

  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(place.current?.querySelectorAll<HTMLElement>("a.session-name, .session-mark > input") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    links[Math.max(0, Math.min(links.length - 1, next))]?.focus();
  };
  return (
    <div ref={place} class="sessions" onKeyDown={onKeyDown}>
      {which === "bin" && <p class="sessions-note">{words.binNote}</p>}
      {list?.length === 0 && <p class="sessions-note">{empty}</p>}
      {groups?.map(({ name, sessions }) => (
        <section key={name} aria-labelledby={which === "bin" ? undefined : `group-${name}`}>
          {which !== "bin" && <h3 id={`group-${name}`}>{words.groups[name]}</h3>}
          <ul>
            {sessions.map((session) => (
              <SessionRow
                key={session.uid}
                session={session}
                shelf={which}
                current={session.uid === shown.value}
                marked={marked.value?.has(session.uid) ?? null}
                renamed={renaming.value?.where === "list" && renaming.value.session === session.uid}
                intents={intents}
              />
            ))}
          </ul>
        </section>
      ))}
      {hasMore.value && <Sentinel more={() => void intents.sessions.more()} at={list?.length ?? 0} />}
    </div>
  );
}

/** Asks for more when it comes near the part that is in sight. */
function Sentinel({ more, at }: { more(): void; at: number }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && more(), {
      root: element.closest(".sessions"),
      rootMargin: "400px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [at]);
  return <div ref={place} class="sessions-more" />;
}
