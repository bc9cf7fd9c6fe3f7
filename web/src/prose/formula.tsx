import { signal } from "@preact/signals";
import { type VNode, h } from "preact";
import { useEffect } from "preact/hooks";
import { runsOf } from "../markdown/signs.js";
import { memo } from "../shared/memo.js";
import { styled } from "../shared/styled.js";
import { text as words } from "../text/en.js";
import { shown } from "./shown-text.js";

/** Addresses of the script that sets formulas and of its style sheet, with their hashes; written by the bundler. */
declare const __MATHS__: { script: string; style: string };
/** A variable, because the bundler would look for the file. */
const files = __MATHS__;

type Maths = typeof import("./maths.js");

/** The script, once the first formula has had it fetched. */
const maths = signal<Maths | null>(null);
let fetching: Promise<void> | undefined;

/** Fetches the script, if nobody has; fails if it cannot be had. */
export function fetchMaths(): Promise<void> {
  fetching ??= Promise.all([import(files.script) as Promise<Maths>, styled(files.style)]).then(
    ([loaded]) => void (maths.value = loaded),
    (error: unknown) => {
      fetching = undefined;
      throw error;
    },
  );
  return fetching;
}

interface Props {
  tex: string;
  /** With the signs around it. */
  source: string;
  display: boolean;
}

/** A formula among words. Its source stands there until it can be set, and if it cannot. */
export const Formula = memo(function Formula({ tex, source, display }: Props) {
  const set = useSet(tex, display);
  if (set === undefined) return <>{shown(source)}</>;
  if (set === null) return <Unset source={source} />;
  return (
    <span class="formula" dir="ltr" data-display={display ? "" : undefined}>
      {set}
    </span>
  );
});

/** A formula in lines of its own: it scrolls inside itself. */
export const DisplayFormula = memo(function DisplayFormula({ tex, source }: Omit<Props, "display">) {
  const set = useSet(tex, true);
  if (set === undefined) return <p dir="auto">{shown(source)}</p>;
  if (set === null) {
    return (
      <p>
        <Unset source={source} />
      </p>
    );
  }
  return (
    <div class="formula" dir="ltr" tabIndex={0} role="group" aria-label={words.markdown.formula} data-display="">
      {set}
    </div>
  );
});

function Unset({ source }: { source: string }) {
  return <code class="formula-source">{shown(source)}</code>;
}

/** The elements of a formula; null if it cannot be set, undefined if that is not known yet. */
function useSet(tex: string, display: boolean): VNode | null | undefined {
  // The next formula tries again what has failed.
  useEffect(() => void fetchMaths().catch(() => undefined), []);
  if (maths.value === null) return undefined;
  // Set, they would have no labels.
  if (runsOf(tex).some(({ hidden }) => hidden)) return null;
  return maths.value.typeset(tex, display, (name, properties, children) => h(name, properties, ...children));
}
