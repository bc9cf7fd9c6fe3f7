import { useSignal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { ChevronRight, FilePlus2, FolderPlus, Library as Books, MessageCircleQuestion, Trash2, X } from "lucide";
import { useRef } from "preact/hooks";
import type { Collection, Document } from "../core/protocol.gen.js";
import { plainName } from "../markdown/signs.js";
import { Icon } from "../shared/icon.js";
import { sheet } from "../shared/layout.js";
import { Sheet } from "../shared/sheet.js";
import { ToastPlace } from "../shared/toast-place.js";
import { text } from "../text/en.js";
import { number } from "../text/format.js";
import { type Library, adding, collections, kept, outcome } from "./library.js";
import { openDocument } from "./opened.js";

interface Props {
  library: Library;
  /** The collections that the chat that is shown asks. */
  attached: ReadonlySignal<readonly string[]>;
  attach(name: string, attached: boolean): void;
}

const words = text.documents.library;

/** Has the browser ask for a folder. TODO: name it as an attribute when Preact's types have it. */
const ofFolder: object = { webkitdirectory: true };

/** What several chats share: collections, with their documents; more can be added. */
export function LibrarySheet(props: Props) {
  const open = sheet.value === "library";
  const begin = () => {
    outcome.value = null;
    void props.library.open();
  };
  return (
    <Sheet name="library" title={words.title} close={words.close} class="settings library" onOpen={begin} over={<ToastPlace of="library" />}>
      {open && <Body {...props} />}
    </Sheet>
  );
}

function Body({ library, attached, attach }: Props) {
  const single = (kept.value ?? []).filter(({ collection }) => collection === undefined || collection === "");
  const none = kept.value !== null && collections.value.length + single.length === 0;
  return (
    <>
      <p class="memory-lead">{words.lead}</p>
      <Add library={library} />
      <Progress />
      {none && <p class="library-none">{words.none}</p>}
      <ul class="library-list">
        {collections.value.map((collection) => (
          <Row key={collection.name} collection={collection} library={library} attached={attached.value.includes(collection.name)} attach={attach} />
        ))}
      </ul>
      {single.length > 0 && <Documents documents={single} library={library} />}
    </>
  );
}

/** The ways to add something. */
function Add({ library }: { library: Library }) {
  const folder = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const busy = adding.value !== null;
  const hasManual = kept.value === null || collections.value.some(({ name }) => name === words.manual);
  const take = (input: HTMLInputElement, add: (files: File[]) => Promise<void>) => {
    const list = [...(input.files ?? [])];
    input.value = "";
    if (list.length > 0) void add(list);
  };
  return (
    <div class="library-add">
      <input ref={folder} type="file" hidden {...ofFolder} onChange={(event) => take(event.currentTarget, (list) => library.addFolder(list))} />
      <input ref={files} type="file" hidden multiple onChange={(event) => take(event.currentTarget, (list) => library.addFiles(list))} />
      <button type="button" class="worded" disabled={busy} onClick={() => folder.current?.click()}>
        <Icon node={FolderPlus} small />
        {words.addFolder}
      </button>
      <button type="button" class="worded" disabled={busy} onClick={() => files.current?.click()}>
        <Icon node={FilePlus2} small />
        {words.addFiles}
      </button>
      <button type="button" class="worded" onClick={() => (sheet.value = "faq")}>
        <Icon node={MessageCircleQuestion} small />
        {text.faq.title}
      </button>
      {!hasManual && (
        <button type="button" class="worded" disabled={busy} onClick={() => void library.addManual()}>
          <Icon node={Books} small />
          {words.addManual}
        </button>
      )}
    </div>
  );
}

/** How far it is, and what came of it. */
function Progress() {
  const now = adding.value;
  const last = outcome.value;
  if (now !== null) {
    return (
      <div class="library-progress" role="status">
        <p>{words.adding(plainName(now.collection), plainName(now.name), now.done, now.of)}</p>
        <progress class="progress" aria-label={words.adding(plainName(now.collection), "", now.done, now.of)} value={now.done} max={Math.max(1, now.of)} />
        <button type="button" class="worded small" onClick={now.stop}>
          {words.stop}
        </button>
      </div>
    );
  }
  if (last === null) return null;
  return (
    <div class="library-outcome" role="status">
      <p>{last.words}</p>
      {last.details.length > 0 && (
        <ul>
          {last.details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface RowProps {
  collection: Collection;
  library: Library;
  attached: boolean;
  attach(name: string, attached: boolean): void;
}

function Row({ collection: { name, documents, tokens }, library, attached, attach }: RowProps) {
  const open = useSignal(false);
  const asking = useSignal(false);
  const shown = plainName(name);
  return (
    <li class="library-row">
      <div class="library-head">
        <button type="button" class="library-name" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
          <Icon node={ChevronRight} small />
          <span>
            <strong dir="auto">{shown}</strong>
            <span class="figures">{words.about(documents, number(tokens))}</span>
          </span>
        </button>
        <label class="library-asked">
          {words.asked}
          <input type="checkbox" class="switch" role="switch" aria-label={words.ask(shown)} checked={attached} onChange={(event) => attach(name, event.currentTarget.checked)} />
        </label>
        <button type="button" class="plain" aria-label={words.remove(shown)} title={words.remove(shown)} onClick={() => (asking.value = true)}>
          <Icon node={Trash2} small />
        </button>
      </div>
      {asking.value && (
        <div class="library-sure" role="group" aria-label={words.removeAll(shown, documents)}>
          <p>{words.removeAll(shown, documents)}</p>
          <button type="button" class="worded danger" onClick={() => void library.removeCollection(name)}>
            {words.yes}
          </button>
          <button type="button" class="worded" onClick={() => (asking.value = false)}>
            {words.no}
          </button>
        </div>
      )}
      {open.value && <Documents documents={(kept.value ?? []).filter(({ collection }) => collection === name)} library={library} />}
    </li>
  );
}

function Documents({ documents, library }: { documents: readonly Document[]; library: Library }) {
  const read = (document: Document) => {
    sheet.value = null;
    openDocument(document);
  };
  return (
    <ul class="library-documents">
      {documents.map((document) => (
        <li key={document.uid}>
          <button type="button" class="linked" dir="auto" onClick={() => read(document)}>
            {plainName(document.name)}
          </button>
          <span class="figures">{text.count.tokens(document.tokens ?? 0, false)}</span>
          <button type="button" class="plain" aria-label={words.remove(plainName(document.name))} onClick={() => void library.remove(document)}>
            <Icon node={X} small />
          </button>
        </li>
      ))}
    </ul>
  );
}
