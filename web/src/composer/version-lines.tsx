import { Files as Copies } from "lucide";
import type { Documents } from "../documents/documents.js";
import { plainName } from "../markdown/signs.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import type { Files } from "./files.js";
import { type Version, versions } from "./versions.js";

const words = text.files;

/** Says which files would go along in two versions, and offers to send the newer one alone. */
export function VersionLines({ files, documents }: { files: Files; documents: Documents }) {
  const replace = ({ older: { id, document } }: Version) => (id === undefined ? void documents.detach(document) : files.setAside(id));
  return (
    <>
      {versions.value.map((version) => (
        <div key={version.name} class="held" role="status">
          <Icon node={Copies} small />
          <p>{words.versions(plainName(version.name))}</p>
          <button type="button" class="worded small" aria-description={plainName(version.name)} onClick={() => replace(version)}>
            {words.replace}
          </button>
        </div>
      ))}
    </>
  );
}
