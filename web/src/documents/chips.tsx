import { FileText, Pin, X } from "lucide";
import { plainName } from "../markdown/signs.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import { type Documents, type Named, documents as active } from "./documents.js";
import { openDocument } from "./opened.js";
import { Remarks } from "./remarks.js";

const words = text.documents;

/** The documents that the next question goes with, at the composer. */
export function ChatDocuments({ documents }: { documents: Documents }) {
  if (active.value.length === 0) return null;
  return (
    <ul class="documents" aria-label={words.label}>
      {active.value.map(({ document, pinned = false }) => (
        <li key={document.uid} class="document">
          <Chip document={document} pinned={pinned} />
          {document.warnings !== undefined && document.warnings.length > 0 && <Remarks remarks={document.warnings} />}
          <button type="button" class="plain" aria-label={words.removeNamed(plainName(document.name))} onClick={() => void documents.detach(document)}>
            <Icon node={X} small />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The documents that came with a question, above its words. */
export function QuestionDocuments({ documents }: { documents: readonly Named[] }) {
  return (
    <ul class="documents documents-asked" aria-label={words.came}>
      {documents.map((document) => (
        <li key={document.uid} class="document">
          <Chip document={document} />
        </li>
      ))}
    </ul>
  );
}

/** A document's name, which opens it. */
function Chip({ document, pinned = false }: { document: Named; pinned?: boolean }) {
  const name = plainName(document.name);
  return (
    <button type="button" class="document-chip" aria-label={words.open(name)} title={pinned ? words.pinned(name) : words.open(name)} onClick={(event) => openDocument(document, null, event.currentTarget)}>
      <Icon node={FileText} small />
      <span class="document-name" dir="auto">
        {name}
      </span>
      {pinned && <Icon node={Pin} small />}
    </button>
  );
}
