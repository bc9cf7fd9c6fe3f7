import { memo } from "../shared/memo.js";
import type { Span } from "./spans.js";

interface Props {
  spans: readonly Span[];
}

/** The tokens side by side, each on one of two tints. */
export const PieceList = memo(function PieceList({ spans }: Props) {
  return (
    <>
      {spans.map((span, index) => (
        <span
          key={index}
          id={`piece-${index}`}
          data-index={index}
          class={span.text === "" ? "piece sliver" : "piece"}
          role="option"
          aria-label={span.text === "" ? span.shared : undefined}
        >
          {drawn(span.text)}
        </span>
      ))}
    </>
  );
});

/** A line break has no width of its own, so a mark stands for it. */
function drawn(text: string) {
  const lines = text.split("\n");
  if (lines.length === 1) return text;
  return lines.map((line, i) =>
    i === lines.length - 1 ? (
      line
    ) : (
      <>
        {line}
        <span class="break" aria-hidden="true">
          ↵
        </span>
        {"\n"}
      </>
    ),
  );
}
