import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Decoded } from "../core/protocol.gen.js";
import { text } from "../text/en.js";
import type { Decode } from "./pieces.js";
import type { Span } from "./spans.js";

interface Props {
  span: Span | undefined;
  decode: Decode;
}

const mostBytes = 12;

/** The number and the bytes of the piece that is pointed at. */
export function PieceDetail({ span, decode }: Props) {
  const decoded = useSignal<{ id: number; is: Decoded } | null>(null);
  const id = span?.id;
  useEffect(() => {
    if (id === undefined) return;
    const abort = new AbortController();
    decode(id, abort.signal).then(
      (is) => (decoded.value = { id, is }),
      () => {}, // the number alone is shown; a crash has its own card
    );
    return () => abort.abort();
  }, [id, decode, decoded]);

  if (span === undefined) return <p class="pieces-hint">{text.pieces.hint}</p>;
  const known = decoded.value?.id === span.id ? decoded.value.is : null;
  return (
    <p class="pieces-detail" aria-live="polite">
      {text.pieces.id(span.id)}
      {known !== null && ` · ${describe(span, known)}`}
      {known !== null && !known.lossy && " · "}
      {known !== null && !known.lossy && <span class="mono">{hexOf(known.text)}</span>}
    </p>
  );
}

function describe(span: Span, decoded: Decoded): string {
  if (decoded.lossy) return span.shared === "" ? text.pieces.inside : text.pieces.partOf(span.shared);
  return text.pieces.size(new TextEncoder().encode(decoded.text).length);
}

function hexOf(piece: string): string {
  const bytes = new TextEncoder().encode(piece);
  const shown = Array.from(bytes.subarray(0, mostBytes), (b) => b.toString(16).padStart(2, "0")).join(" ");
  return bytes.length > mostBytes ? `${shown} …` : shown;
}
