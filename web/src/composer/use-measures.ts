import { useSignal, useSignalEffect } from "@preact/signals";
import { type Measures, measure } from "./measure.js";
import { written } from "./state.js";

/** Measures of the text for as long as the component is shown; null until the first are known. */
export function useMeasures(): Measures | null {
  const measures = useSignal<Measures | null>(null);
  useSignalEffect(() => {
    const abort = new AbortController();
    measure(written.value, abort.signal).then(
      (measured) => (measures.value = measured),
      (error: unknown) => {
        if (!abort.signal.aborted) throw error;
      },
    );
    return () => abort.abort();
  });
  return measures.value;
}
