import { useMeasures } from "./use-measures.js";
import { attachments, count, fileTokens, frameTokens, level, message, model, share } from "../state.js";
import { text } from "../text/en.js";
import { approximate, number, percent, ratio } from "../text/format.js";

const words = text.breakdown;

/** What the number on the gauge is made of. */
export function Breakdown() {
  const measures = useMeasures();
  const counted = count.value;
  const frame = frameTokens.value;
  const sum = message.value;
  if (counted === null || frame === null || sum === null) return null;
  const { estimate } = counted;
  const tokens = (n: number) => approximate(n, estimate);
  const window = model.value?.window ?? 0;
  const files = attachments.value.length > 0;

  return (
    <section id="breakdown" class="breakdown figures" aria-label={words.label}>
      <p class="breakdown-sum">
        <span class="breakdown-number">{tokens(sum)}</span>
        <span>{words.message}</span>
        <span class="tag">{estimate ? words.estimate : words.exact}</span>
      </p>
      {window > 0 && <Bar window={window} content={counted.count} files={fileTokens.value} frame={frame} />}
      <dl>
        <Row name={words.content} value={tokens(counted.count)} swatch="content" />
        {files && <Row name={words.files} value={tokens(fileTokens.value)} swatch="files" />}
        <Row name={words.frame} note={words.frameNote(frame - 4)} value={`+ ${tokens(frame)}`} swatch="frame" />
        {window > 0 && (
          <Row
            name={words.window(model.value?.name ?? "")}
            note={share.value === null ? "" : percent(share.value)}
            value={number(window)}
            level={level.value}
            swatch="free"
          />
        )}
      </dl>
      <dl class="breakdown-text">
        <Row name={words.characters} value={measures === null ? words.none : number(measures.characters)} />
        <Row name={words.bytes} value={measures === null ? words.none : number(measures.bytes)} />
        <Row
          name={words.perWord}
          value={measures === null || measures.words === 0 ? words.none : `${estimate ? "~" : ""}${ratio(counted.count / measures.words)}`}
        />
        <Row name={words.encoding} value={counted.encoding} mono />
      </dl>
    </section>
  );
}

interface RowProps {
  name: string;
  value: string;
  note?: string;
  swatch?: "content" | "files" | "frame" | "free";
  level?: string;
  mono?: boolean;
}

function Row({ name, value, note, swatch, level: colour, mono = false }: RowProps) {
  return (
    <div>
      <dt>
        {swatch !== undefined && <span class={`swatch swatch-${swatch}`} aria-hidden="true" />}
        {name}
        {note !== undefined && (
          <span class="row-note" data-level={colour}>
            {note}
          </span>
        )}
      </dt>
      <dd class={mono ? "mono" : ""}>{value}</dd>
    </div>
  );
}

interface BarProps {
  window: number;
  content: number;
  files: number;
  frame: number;
}

/** The window as a bar; its colours are those of the rows below, which carry the numbers. */
function Bar({ window, content, files, frame }: BarProps) {
  const whole = Math.max(window, content + files + frame);
  const width = (n: number) => ({ width: `${(100 * n) / whole}%` });
  return (
    <div class="bar" aria-hidden="true">
      <span class="swatch-content" style={width(content)} />
      <span class="swatch-files" style={width(files)} />
      <span class="swatch-frame" style={width(frame)} />
    </div>
  );
}
