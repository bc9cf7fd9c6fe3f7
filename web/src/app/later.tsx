// Everything that the first paint can do without, in one script with one style sheet of its
// own (style/later.css). app/main.tsx has it fetched: see shared/part.ts.

import { computed } from "@preact/signals";
import { ClarifyCard } from "../chat/clarify-card.js";
import { DataAnswerView, copiedRows } from "../chat/data-answer.js";
import { Details } from "../chat/details.js";
import * as chat from "../chat/parts.js";
import { RouteLine } from "../chat/route-line.js";
import { UnsupportedNote } from "../chat/unsupported.js";
import { collectionPrefix, sources } from "../composer/attached.js";
import { Breakdown } from "../composer/breakdown.js";
import * as composer from "../composer/parts.js";
import { DocumentPane } from "../documents/pane.js";
import { LibrarySheet } from "../documents/library-sheet.js";
import * as documents from "../documents/parts.js";
import { DataSheet } from "../data/data-sheet.js";
import * as history from "../history/parts.js";
import { FAQSheet } from "../faq/faq-sheet.js";
import { printChat } from "../history/print-chat.js";
import { SearchSheet } from "../history/search-sheet.js";
import { TagsSheet } from "../history/tags-sheet.js";
import { MemorySheet } from "../memory/memory-sheet.js";
import * as memory from "../memory/parts.js";
import { RememberedSheet } from "../memory/remembered-sheet.js";
import { SummaryView } from "../memory/summary-view.js";
import { ModelPicker } from "../models/model-picker.js";
import * as models from "../models/parts.js";
import { OutboxSheet } from "../offline/outbox-sheet.js";
import * as pieces from "../pieces/parts.js";
import { PiecesPanel } from "../pieces/pieces-panel.js";
import { richOf } from "../prose/rich.js";
import { LeavingSheet } from "../temporary/temporary-bar.js";
import type { Intents } from "./intents.js";
import { Sheets } from "./parts.js";
import { SettingsSheet } from "./settings-sheet.js";

/** The collections that the chat that is shown asks. */
const attachedCollections = computed(() => sources.value.filter(({ kind, attached }) => kind === "collection" && attached).map(({ label }) => label));

function AllSheets({ intents }: { intents: Intents }) {
  return (
    <>
      <SettingsSheet intents={intents} />
      <SearchSheet intents={intents.history} />
      <MemorySheet intents={intents.memory} />
      <RememberedSheet intents={intents.memory} />
      <OutboxSheet outbox={intents.outbox} />
      <DataSheet intents={intents.data} />
      <FAQSheet faq={intents.faq} />
      <LibrarySheet library={intents.library} attached={attachedCollections} attach={(name, attached) => intents.composer.attach(collectionPrefix + name, attached)} />
      <TagsSheet intents={intents.history} />
      <LeavingSheet intents={intents.temporary} />
    </>
  );
}

/** Puts everything where the first paint has left its place. */
export function fillParts(): void {
  Sheets.fill(AllSheets);
  chat.ClarifyCard.fill(ClarifyCard);
  chat.DataAnswer.fill(DataAnswerView);
  chat.Details.fill(Details);
  chat.RouteLine.fill(RouteLine);
  chat.Unsupported.fill(UnsupportedNote);
  chat.rich.fill(richOf);
  chat.rows.fill(copiedRows);
  composer.Breakdown.fill(Breakdown);
  documents.DocumentPane.fill(DocumentPane);
  history.printChat.fill(printChat);
  memory.SummaryView.fill(SummaryView);
  models.ModelPicker.fill(ModelPicker);
  pieces.PiecesPanel.fill(PiecesPanel);
}
