import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { citedIn } from "../markdown/citations.js";
import { shown } from "./shown-text.js";

/** What the numbers in a text lead to. */
export interface Sources {
  /** What a number's source is called; null if there is none. */
  nameOf(number: number): string | null;
  open(number: number, link: HTMLElement): void;
}

/** The sources of what is drawn within; null where numbers lead nowhere. */
export const Citing = createContext<Sources | null>(null);

/** Text whose numbers in brackets lead to the sources. */
export function Cited({ text }: { text: string }) {
  const sources = useContext(Citing);
  const parts = sources === null ? null : citedIn(text);
  if (sources === null || parts === null) return <>{shown(text)}</>;
  return (
    <>
      {parts.map((part) => {
        if ("text" in part) return shown(part.text);
        const name = sources.nameOf(part.number);
        return name === null ? String(part.number) : <Mark number={part.number} name={name} sources={sources} />;
      })}
    </>
  );
}

/** A number, as a link that selects and copies as the text around it does. */
function Mark({ number, name, sources }: { number: number; name: string; sources: Sources }) {
  const open = (event: Event & { currentTarget: HTMLElement }) => {
    event.preventDefault();
    sources.open(number, event.currentTarget);
  };
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    if (event.key === "Enter" || event.key === " ") open(event);
  };
  return (
    <span class="cited" role="link" tabIndex={0} aria-label={name} title={name} onClick={open} onKeyDown={onKeyDown}>
      {number}
    </span>
  );
}
