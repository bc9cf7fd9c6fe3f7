import { Image } from "lucide";
import { type ComponentChild, h } from "preact";
import { followable, realHost, shortened, shortenedHost } from "../markdown/address.js";
import { inlinesOf } from "../markdown/inline.js";
import { type Definitions, type Inline, wordsOf } from "../markdown/tree.js";
import { Icon } from "../shared/icon.js";
import { memo } from "../shared/memo.js";
import { text as words } from "../text/en.js";
import { Cited } from "./cited.js";
import { Formula } from "./formula.js";
import { NoteMark } from "./notes.js";
import { shown } from "./shown-text.js";

interface Props {
  text: string;
  definitions: Definitions;
}

const none: Definitions = new Map();

/** The text of a paragraph, a cell or a heading. It is divided once for each text. */
export function Prose({ text, definitions }: Props) {
  return <Divided text={text} definitions={text.includes("[") ? definitions : none} />;
}

const Divided = memo(function Divided({ text, definitions }: Props) {
  return <>{drawn(inlinesOf(text, definitions), false)}</>;
});

function drawn(inlines: readonly Inline[], inLink: boolean): ComponentChild[] {
  return inlines.map((inline) => {
    switch (inline.kind) {
      case "text":
        return inLink || !/[[【]\s*\d/.test(inline.text) ? shown(inline.text) : <Cited text={inline.text} />;
      case "code":
        return <code>{shown(inline.text)}</code>;
      case "math":
        // Letters of a formula may look like an address, which a link must not show in place of its own.
        return inLink ? shown(inline.source) : <Formula tex={inline.tex} source={inline.source} display={inline.display} />;
      case "break":
        return <br />;
      case "emphasis":
        return <em>{drawn(inline.children, inLink)}</em>;
      case "strong":
        return <strong>{drawn(inline.children, inLink)}</strong>;
      case "deleted":
        return <del>{drawn(inline.children, inLink)}</del>;
      case "sub":
      case "sup":
      case "kbd":
      case "mark":
      case "u":
        return h(inline.kind, null, drawn(inline.children, inLink));
      case "note":
        return inLink || !inline.there ? <sup>{shown(inline.label)}</sup> : <NoteMark label={inline.label} />;
      case "link":
        return inLink ? drawn(inline.children, true) : link(inline);
      case "image":
        return picture(inline, inLink);
      default:
        return inline satisfies never;
    }
  });
}

/** What leads out of the page: by a click only, and it says where to. */
const outward = { target: "_blank", rel: "noopener noreferrer nofollow" } as const;

function link({ address, bare, children }: Inline & { kind: "link" }): ComponentChild {
  const name = wordsOf(children);
  const inside = name.trim() === "" ? shown(shortened(address)) : drawn(children, true);
  const url = followable(address);
  if (url === null) return bare || address === "" || name.trim() === "" ? inside : [inside, aside(shortened(address))];
  const host = realHost(name, url);
  const leading = (
    <a href={url.href} title={url.href} {...outward}>
      {inside}
    </a>
  );
  return host === null ? leading : [leading, aside(shortenedHost(host))];
}

/** A picture is never loaded: asking for it would tell its server who reads what. */
function picture({ address, children }: Inline & { kind: "image" }, inLink: boolean): ComponentChild {
  const url = followable(address);
  const name = wordsOf(children).trim();
  const inside = [
    <Icon node={Image} small />,
    <span>{shown(name === "" ? words.markdown.picture : name)}</span>,
    <span class="address">{shown(shortened(url?.href ?? address))}</span>,
  ];
  if (url === null || inLink) return <span class="picture">{inside}</span>;
  return (
    <a class="picture" href={url.href} title={url.href} {...outward}>
      {inside}
    </a>
  );
}

/** Apart from the words, so that these cannot turn it around. */
function aside(address: string): ComponentChild {
  return (
    <span class="address" dir="ltr">
      {" "}
      ({shown(address)})
    </span>
  );
}
