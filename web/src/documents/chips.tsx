import { Download, FileText, Paperclip, Pin, X } from "lucide";
import { plainName } from "../markdown/signs.js";
import { Icon } from "../shared/icon.js";
import { type Choice, openMenu } from "../shared/menu.js";
import { text } from "../text/en.js";
import { type Documents, type Named, documents as active, isDetached } from "./documents.js";

const words = text.documents;

/** The documents that the next question goes with, at the composer. */
export function ChatDocuments({ documents }: { documents: Documents }) {
  if (active.value.length === 0) return null;
  return (
    <ul class="documents" aria-label={words.label}>
      {active.value.map(({ document, pinned = false }) => (
        <li key={document.uid} class="document">
          <Chip
            document={document}
            pinned={pinned}
            choices={() => [
              { label: words.pin, icon: Pin, checked: pinned, act: () => void documents.pin(document, !pinned) },
              download(documents, document),
              { label: words.remove, icon: X, begins: true, act: () => void documents.detach(document) },
            ]}
          />
          <button type="button" class="plain" aria-label={words.removeNamed(plainName(document.name))} onClick={() => void documents.detach(document)}>
            <Icon node={X} small />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The documents that came with a question, above its words. */
export function QuestionDocuments({ documents: came, kept, intents }: { documents: readonly Named[]; kept: boolean; intents: Documents }) {
  return (
    <ul class="documents documents-asked" aria-label={words.came}>
      {came.map((document) => (
        <li key={document.uid} class="document">
          <Chip
            document={document}
            choices={() => [
              download(intents, document),
              ...(kept && isDetached(document.uid) ? [{ label: words.again, icon: Paperclip, act: () => void intents.attach(document) }] : []),
            ]}
          />
        </li>
      ))}
    </ul>
  );
}

interface ChipProps {
  document: Named;
  pinned?: boolean;
  choices(): Choice[];
}

function Chip({ document: { name }, pinned = false, choices }: ChipProps) {
  const shown = plainName(name);
  return (
    <button type="button" class="document-chip" aria-haspopup="menu" aria-label={words.menu(shown)} title={shown} onClick={(event) => openMenu(event.currentTarget, words.menu(shown), choices())}>
      <Icon node={FileText} small />
      <span class="document-name" dir="auto">
        {shown}
      </span>
      {pinned && <Icon node={Pin} small />}
    </button>
  );
}

function download(documents: Documents, document: Named): Choice {
  return { label: words.download, icon: Download, act: () => void documents.download(document) };
}
