import { type ComponentChild, type FunctionComponent } from "preact";
import { useMemo } from "preact/hooks";

/** A component that is drawn anew only when one of its properties is another value. */
export function memo<P extends object>(draw: (props: P) => ComponentChild): FunctionComponent<P> {
  return (props: P) => useMemo(() => draw(props), Object.values(props)) as ComponentChild;
}
