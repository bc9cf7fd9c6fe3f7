import { useSignal } from "@preact/signals";
import { Copy, RotateCcw, TriangleAlert } from "lucide";
import { core } from "../core/status.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";

interface Props {
  restart(): void;
}

/** Shown when the core has stopped: a sentence, what to do, and the details folded. */
export function CrashCard({ restart }: Props) {
  const copied = useSignal(false);
  const stopped = core.value;
  if (stopped.kind !== "stopped") return null;
  const { message, detail } = stopped;

  const copy = async () => {
    await navigator.clipboard.writeText(`${text.help.version(__VERSION__)}\n${message}\n${detail}`);
    copied.value = true;
  };
  return (
    <section class="card" role="alert" aria-labelledby="crash-title">
      <h2 id="crash-title">
        <Icon node={TriangleAlert} />
        {message}
      </h2>
      <p>{text.crash.kept}</p>
      {detail !== "" && (
        <details>
          <summary>{text.crash.details}</summary>
          <pre class="mono" tabIndex={0}>
            {detail}
          </pre>
        </details>
      )}
      <div class="card-tools">
        <button type="button" class="worded first" onClick={restart}>
          <Icon node={RotateCcw} small />
          {text.crash.restart}
        </button>
        <button type="button" class="worded" onClick={copy}>
          <Icon node={Copy} small />
          {copied.value ? text.crash.copied : text.crash.copy}
        </button>
      </div>
    </section>
  );
}
