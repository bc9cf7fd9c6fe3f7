import { Copy, HardDriveDownload, HardDriveUpload, History, RefreshCw, TriangleAlert } from "lucide";
import { Icon } from "../shared/icon.js";
import { openSettings } from "../shared/layout.js";
import { temporary } from "../shared/route.js";
import { text } from "../text/en.js";
import type { StorageIntents } from "./intents.js";
import { backupFiles, pickFile } from "./save-file.js";
import { copies, found, offered, ownCopy } from "./copies.js";
import { looking, room } from "./room.js";
import { lost, seen, storeInfo, tally } from "./storage.js";

interface Props {
  storage: StorageIntents;
}

const words = text.storage;

/** What the reader must know of the history before anything else: it is not kept, it is gone, or there is no room for more. What is only offered stands where no answer is read. */
export function StorageCards({ storage, isNew }: Props & { isNew: boolean }) {
  return (
    <>
      <MemoryCard storage={storage} />
      <LostCard storage={storage} />
      <RoomCard storage={storage} />
      <FoundCard storage={storage} />
      {isNew && <OfferCard storage={storage} />}
    </>
  );
}

function MemoryCard({ storage }: Props) {
  const info = storeInfo.value;
  if (info === null || info.kept || temporary) return null;
  const before = seen.value;
  return (
    <section class="card card-memory" role="status" aria-labelledby="memory-title">
      <div>
        <h2 id="memory-title">
          <Icon node={TriangleAlert} />
          {words.memoryTitle}
        </h2>
        <p>
          {info.reason}
          {before !== null && ` ${words.memoryKept(before.sessions)}`}
        </p>
      </div>
      <div class="card-tools">
        <button type="button" class="worded" onClick={storage.backup}>
          <Icon node={HardDriveDownload} small />
          {words.download}
        </button>
      </div>
    </section>
  );
}

function LostCard({ storage }: Props) {
  const gone = lost.value;
  if (gone === null) return null;
  const copy = ownCopy() ?? copies.value[0];
  const restore = async () => {
    const file = await pickFile(backupFiles);
    if (file === null) return;
    openSettings("data");
    storage.restore(file);
  };
  return (
    <section class="card" role="alert" aria-labelledby="lost-title">
      <h2 id="lost-title">
        <Icon node={TriangleAlert} />
        {words.lostTitle(gone.sessions, gone.at)}
      </h2>
      <p>{copy === undefined ? words.lostAdvice : words.copies.lost(copy.at)}</p>
      <div class="card-tools">
        {copy !== undefined && (
          <button type="button" class="worded first" onClick={() => storage.restoreCopy(copy)}>
            <Icon node={History} small />
            {words.copies.restore}
          </button>
        )}
        <button type="button" class={copy === undefined ? "worded first" : "worded"} onClick={restore}>
          <Icon node={HardDriveUpload} small />
          {words.restoreBackup}
        </button>
        <button type="button" class="worded" onClick={storage.forgetLoss}>
          {words.startAnew}
        </button>
      </div>
    </section>
  );
}

function RoomCard({ storage }: Props) {
  const state = room.value;
  if (state === "" || temporary) return null;
  return (
    <section class="card" role="alert" aria-labelledby="room-title" data-room={state}>
      <h2 id="room-title">
        <Icon node={TriangleAlert} />
        {words.roomTitle[state]}
      </h2>
      <p>{words.roomSays[state](tally.value?.sessions ?? 0)}</p>
      <div class="card-tools">
        <button type="button" class="worded first" onClick={storage.backup}>
          <Icon node={HardDriveDownload} small />
          {words.download}
        </button>
        {state !== "gone" && (
          <button type="button" class="worded" aria-disabled={looking.value} onClick={storage.lookForRoom}>
            <Icon node={RefreshCw} small />
            {words.lookForRoom}
          </button>
        )}
      </div>
    </section>
  );
}

function FoundCard({ storage }: Props) {
  const copy = found.value;
  if (copy === null) return null;
  return (
    <section class="card" role="status" aria-labelledby="found-title">
      <h2 id="found-title" class="card-quiet">
        <Icon node={History} />
        {words.copies.foundTitle}
      </h2>
      <p>{words.copies.found(copy.at)}</p>
      <div class="card-tools">
        <button type="button" class="worded first" onClick={() => storage.restoreCopy(copy)}>
          {words.copies.restore}
        </button>
        <button type="button" class="worded" onClick={storage.leaveCopy}>
          {words.copies.no}
        </button>
      </div>
    </section>
  );
}

function OfferCard({ storage }: Props) {
  if (!offered.value) return null;
  return (
    <section class="card" role="status" aria-labelledby="offer-title">
      <h2 id="offer-title" class="card-quiet">
        <Icon node={Copy} />
        {words.copies.offerTitle}
      </h2>
      <p>{words.copies.offer}</p>
      <div class="card-tools">
        <button type="button" class="worded first" onClick={() => storage.wantCopies(true)}>
          {words.copies.yes}
        </button>
        <button type="button" class="worded" onClick={storage.declineCopies}>
          {words.copies.no}
        </button>
      </div>
    </section>
  );
}
