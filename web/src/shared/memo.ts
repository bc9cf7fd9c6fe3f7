import { type FunctionComponent, h } from "preact";
import { useMemo } from "preact/hooks";

/**
 * A component that is drawn anew only when one of its properties is another value, or
 * when a signal that it reads has changed.
 */
export function memo<P extends object>(draw: FunctionComponent<P>): FunctionComponent<P> {
  // The same element again is not looked into.
  return (props: P) => useMemo(() => h(draw, props), Object.values(props));
}
