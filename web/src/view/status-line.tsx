import { Fragment } from "preact";
import { core, count, level, online, share, trouble } from "../state.js";
import { text } from "../text/en.js";

interface Props {
  retry(): void;
}

const words = text.status;

/** Who counts, how, and how well: one line, in words. */
export function StatusLine({ retry }: Props) {
  return (
    <p id="status" class="status">
      {statements().map(({ key, words, colour }, i) => (
        <Fragment key={key}>
          {i > 0 && " · "}
          <span data-level={colour}>{words}</span>
        </Fragment>
      ))}
      {trouble.value !== null && (
        <>
          {" "}
          <button type="button" class="linked" onClick={retry}>
            {words.retry}
          </button>
        </>
      )}
    </p>
  );
}

interface Statement {
  key: string;
  words: string;
  colour?: string;
}

function statements(): Statement[] {
  if (core.value.kind === "stopped") return [{ key: "core", words: words.stopped }];
  if (trouble.value !== null) return [{ key: "core", words: trouble.value, colour: "brick" }];
  const counted = count.value;
  if (core.value.kind === "starting" || counted === null) return [{ key: "core", words: words.starting }];

  const list: Statement[] = [
    { key: "core", words: words.ready },
    { key: "encoding", words: counted.encoding },
    { key: "exact", words: counted.estimate ? words.estimate : words.exact },
  ];
  const part = share.value ?? 0;
  if (part > 1) list.push({ key: "window", words: words.over, colour: level.value });
  else if (level.value !== "calm") list.push({ key: "window", words: words.near(part), colour: level.value });
  if (!online.value) list.push({ key: "network", words: words.offline });
  return list;
}
