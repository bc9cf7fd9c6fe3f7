import { useSignal } from "@preact/signals";
import { Download, Ellipsis, Paperclip, Pin, X } from "lucide";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { CoreError } from "../core/client.js";
import type { Document, Piece } from "../core/protocol.gen.js";
import { plainName } from "../markdown/signs.js";
import { Markdown } from "../prose/markdown.js";
import { onEscape } from "../shared/escape.js";
import { Icon } from "../shared/icon.js";
import { type Choice, openMenu } from "../shared/menu.js";
import { text } from "../text/en.js";
import { type Documents, documents as active, isDetached } from "./documents.js";
import { leadTo } from "./lead.js";
import { type Opened, closeDocument, opened } from "./opened.js";

export interface PaneProps {
  documents: Documents;
}

/** How many pieces one request gives, and how many of them stand before the one that is sought. */
const part = 40;
const before = 10;

const words = text.documents;

/** The document that is open: its text, at the place that the reader was led to. */
export function DocumentPane({ documents }: PaneProps) {
  const now = opened.value;
  useEffect(
    () =>
      onEscape(() => {
        if (opened.peek() === null) return false;
        closeDocument();
        return true;
      }),
    [],
  );
  return now === null ? null : <Pane key={`${now.document.uid} ${now.piece ?? 0}`} now={now} documents={documents} />;
}

interface Window {
  document: Document;
  from: number;
  pieces: readonly Piece[];
}

function Pane({ now, documents }: { now: Opened; documents: Documents }) {
  const shown = useSignal<Window | null>(null);
  const problem = useSignal("");
  const title = useRef<HTMLHeadingElement>(null);
  const { document, piece } = now;

  useEffect(() => {
    const abort = new AbortController();
    const from = Math.max(0, (piece ?? 0) - before);
    documents.pieces(document.uid, from, from + part, abort.signal).then(
      (read) => (shown.value = { ...read, from }),
      (error: unknown) => {
        if (!(error instanceof CoreError)) throw error;
        if (!abort.signal.aborted) problem.value = error.message;
      },
    );
    title.current?.focus({ preventScroll: true });
    return () => abort.abort();
  }, []);

  const name = plainName(document.name);
  return (
    <aside class="pane" aria-label={words.pane(name)}>
      <header class="pane-head">
        <div class="pane-names">
          <h2 ref={title} tabIndex={-1} dir="auto" title={name}>
            {name}
          </h2>
          <p class="figures">{shown.value === null ? "" : aboutOf(shown.value.document)}</p>
        </div>
        <button type="button" class="plain" aria-label={words.download} title={words.download} onClick={() => void documents.download(shown.peek()?.document ?? document)}>
          <Icon node={Download} />
        </button>
        <PaneMenu now={now} documents={documents} />
        <button type="button" class="plain" aria-label={words.close} title={words.close} onClick={closeDocument}>
          <Icon node={X} />
        </button>
      </header>
      {problem.value !== "" && <p class="pane-note">{problem.value}</p>}
      {shown.value?.document.warnings?.map((warning) => (
        <p key={warning} class="pane-note" role="note">
          {warning}
        </p>
      ))}
      {shown.value !== null && <Pieces window={shown.value} now={now} more={async (from, to) => (await documents.pieces(document.uid, from, to)).pieces} grow={(next) => (shown.value = next)} />}
    </aside>
  );
}

/** What can be done with the document, in this chat. */
function PaneMenu({ now: { document }, documents }: { now: Opened; documents: Documents }) {
  const attached = active.value.find((one) => one.document.uid === document.uid);
  if (attached === undefined && !isDetached(document.uid)) return null;
  const { pinned = false } = attached ?? {};
  const choices: Choice[] =
    attached === undefined
      ? [{ label: words.again, icon: Paperclip, act: () => void documents.attach(document) }]
      : [
          { label: words.pin, icon: Pin, checked: pinned, act: () => void documents.pin(document, !pinned) },
          { label: words.remove, icon: X, begins: true, act: () => void documents.detach(document) },
        ];
  return (
    <button type="button" class="plain" aria-label={words.menu} title={words.menu} aria-haspopup="menu" onClick={(event) => openMenu(event.currentTarget, words.menu, choices)}>
      <Icon node={Ellipsis} />
    </button>
  );
}

function aboutOf({ bytes, tokens = 0, title, name }: Document): string {
  const size = `${words.size(bytes)} · ${text.count.tokens(tokens, false)}`;
  return title === undefined || title === "" || title === name ? size : `${plainName(title)} · ${size}`;
}

interface PiecesProps {
  window: Window;
  now: Opened;
  more(from: number, to: number): Promise<readonly Piece[]>;
  grow(window: Window): void;
}

/** The pieces of the text, of which more come as the reader gets near to an end. */
function Pieces({ window, now, more, grow }: PiecesProps) {
  const { document, from, pieces } = window;
  const { piece: sought } = now;
  const box = useRef<HTMLDivElement>(null);
  const growing = useRef(false);
  const to = from + pieces.length;

  // Each time that the reader is led here, also to where they were led before.
  useLayoutEffect(() => {
    const piece = box.current?.querySelector<HTMLElement>("[data-sought]");
    return box.current === null || piece === null || piece === undefined ? undefined : leadTo(box.current, piece);
  }, [now]);
  useEffect(() => {
    const extend = async (entries: IntersectionObserverEntry[]) => {
      const at = entries.find(({ isIntersecting }) => isIntersecting)?.target;
      if (at === undefined || growing.current) return;
      growing.current = true;
      try {
        if (at.classList.contains("pane-end") && to < document.chunks) grow({ ...window, pieces: [...pieces, ...(await more(to, to + part))] });
        else if (at.classList.contains("pane-begin") && from > 0) {
          const first = Math.max(0, from - part);
          grow({ ...window, from: first, pieces: [...(await more(first, from)), ...pieces] });
        }
      } catch (error) {
        if (!(error instanceof CoreError)) throw error;
      } finally {
        growing.current = false;
      }
    };
    const observer = new IntersectionObserver((entries) => void extend(entries), { root: box.current, rootMargin: "600px" });
    for (const end of box.current?.querySelectorAll(".pane-begin, .pane-end") ?? []) observer.observe(end);
    return () => observer.disconnect();
  }, [from, to]);

  return (
    <div ref={box} class="pane-text" tabIndex={0} role="region" aria-label={words.text}>
      <div class="pane-pieces">
        <div class="pane-begin" />
        {pieces.map((piece, i) => (
          <section key={piece.number} class="pane-piece" data-piece={piece.number} data-sought={piece.number === sought ? "" : undefined} data-veil={piece.veil === undefined ? undefined : ""}>
            {piece.place !== pieces[i - 1]?.place && !piece.place?.startsWith("line ") && <p class="pane-place">{piece.place}</p>}
            {piece.veil !== undefined && <p class="pane-note">{words.veils[piece.veil] ?? words.veiled}</p>}
            <Markdown text={wholeTable(piece.text)} streaming={false} />
          </section>
        ))}
        <div class="pane-end" />
      </div>
    </div>
  );
}

/** Rows that go on from the piece before, under a head of their own. */
function wholeTable(text: string): string {
  const [first = "", second = ""] = text.split("\n", 2);
  if (!/^\| .* \|$/.test(first) || /^\| ?---/.test(second)) return text;
  const cells = first.replaceAll("\\|", "").split(" | ").length;
  return `${"| ".repeat(cells)}|\n${"| --- ".repeat(cells)}|\n${text}`;
}
