import { effect } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Runs again as soon as a signal that it reads changes. The library's own hook waits for
 * the next frame, and a key that comes before it finds the page as it was.
 */
export function useEffectNow(run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useLayoutEffect(() => effect(() => latest.current()), []);
}
