// Rows as bars or a line, drawn here as SVG. What a screen reader gets is a list of the
// values; the table beside it has them, too.

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { plainName } from "../markdown/signs.js";
import { data } from "../text/data.js";
import { compact, number } from "../text/format.js";
import { type Chart as Shape, type DataAnswer, numberOf } from "./rows.js";

const words = data.chart;
/** More would be too thin to see. */
const mostBars = 24;
const mostPoints = 200;
const barHeight = 28;
const plotHeight = 220;

interface Series {
  name: string;
  values: readonly (number | null)[];
}

export function Chart({ answer, shape }: { answer: DataAnswer; shape: Shape }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal(600);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => (width.value = Math.max(240, entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const most = shape.kind === "bar" ? mostBars : mostPoints;
  const rows = answer.rows.slice(0, most);
  const labels = rows.map((row) => plainName(row[shape.label] ?? data.table.null));
  const series: Series[] = shape.values.map((at) => ({ name: plainName(answer.columns[at]?.name ?? ""), values: rows.map((row) => numberOf(row[at])) }));
  const title = words.label(series.map(({ name }) => name).join(", "), plainName(answer.columns[shape.label]?.name ?? ""));
  const drawn = { labels, series, width: width.value, title };
  return (
    <div ref={box} class="data-chart figures">
      {series.length > 1 && (
        <ul class="data-legend" aria-hidden="true">
          {series.map(({ name }, i) => (
            <li key={i} data-series={i}>
              {name}
            </li>
          ))}
        </ul>
      )}
      {shape.kind === "bar" ? <Bars {...drawn} /> : <Lines {...drawn} />}
      {answer.rows.length > most && <p class="data-note">{words.more(most)}</p>}
    </div>
  );
}

interface Drawn {
  labels: readonly string[];
  series: readonly Series[];
  width: number;
  title: string;
}

/** Bars lie on their sides, so that names can be read. */
function Bars({ labels, series, width, title }: Drawn) {
  const names = Math.min(180, width * 0.34, 24 + 7.2 * Math.max(...labels.map((label) => [...label].length)));
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const low = Math.min(0, ...all);
  const high = Math.max(0, ...all);
  const room = width - names - 64;
  const x = (value: number) => names + (room * (value - low)) / (high - low || 1);
  const group = series.length === 1 ? barHeight : 14 * series.length + 12;
  return (
    <svg width={width} height={group * labels.length + 4} viewBox={`0 0 ${width} ${group * labels.length + 4}`} role="list" aria-label={title}>
      {labels.map((label, i) => (
        <g key={i}>
          <text class="data-name" x={names - 10} y={i * group + group / 2 + 4} text-anchor="end" aria-hidden="true">
            {fitted(label, names - 14)}
            <title>{label}</title>
          </text>
          {series.map(({ name, values }, s) => {
            const value = values[i] ?? null;
            const thick = series.length === 1 ? 18 : 12;
            const y = i * group + (series.length === 1 ? 5 : 6 + s * 14);
            const said = value === null ? data.table.null : number(value);
            return (
              <g key={s} role="listitem" aria-label={words.bar(label, name, said)}>
                {value !== null && <rect data-series={s} x={Math.min(x(0), x(value))} y={y} width={Math.max(1, Math.abs(x(value) - x(0)))} height={thick} rx={3} />}
                <text class="data-value" x={value === null ? x(0) + 6 : Math.max(x(0), x(value)) + 6} y={y + thick / 2 + 4}>
                  {value === null ? "–" : short(value)}
                </text>
                <title>{words.bar(label, name, said)}</title>
              </g>
            );
          })}
        </g>
      ))}
      <line class="data-axis" x1={x(0)} x2={x(0)} y1={0} y2={group * labels.length} />
    </svg>
  );
}

function Lines({ labels, series, width, title }: Drawn) {
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const { low, high, step } = scale(Math.min(0, ...all), Math.max(0, ...all));
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step);
  const left = 14 + 7 * Math.max(...ticks.map((tick) => short(tick).length));
  const right = 16;
  const bottom = 28;
  const x = (i: number) => left + ((width - left - right) * i) / Math.max(1, labels.length - 1);
  const y = (value: number) => 10 + (plotHeight - bottom - 10) * (1 - (value - low) / (high - low || 1));
  // As many names as fit beside each other.
  const every = Math.max(1, Math.ceil((labels.length * (16 + 6.6 * Math.max(...labels.map((label) => Math.min(16, label.length))))) / (width - left)));
  return (
    <svg width={width} height={plotHeight} viewBox={`0 0 ${width} ${plotHeight}`} role="list" aria-label={title}>
      {ticks.map((tick) => (
        <g key={tick} aria-hidden="true">
          <line class="data-grid" x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} />
          <text class="data-value" x={left - 8} y={y(tick) + 4} text-anchor="end">
            {short(tick)}
          </text>
        </g>
      ))}
      {labels.map((label, i) =>
        i % every === 0 ? (
          <text key={i} class="data-value" x={x(i)} y={plotHeight - 8} text-anchor={i === 0 ? "start" : i === labels.length - 1 ? "end" : "middle"} aria-hidden="true">
            {fitted(label, 110)}
          </text>
        ) : null,
      )}
      {series.map(({ name, values }, s) => (
        <g key={s}>
          <path class="data-line" data-series={s} d={pathOf(values, x, y)} aria-hidden="true" />
          {values.map((value, i) =>
            value === null ? null : (
              <g key={i} role="listitem" aria-label={words.bar(labels[i] ?? "", name, number(value))}>
                <circle data-series={s} cx={x(i)} cy={y(value)} r={labels.length > 60 ? 1.5 : 3.5} />
                <circle class="data-hit" cx={x(i)} cy={y(value)} r={12} />
                <title>{words.bar(labels[i] ?? "", name, number(value))}</title>
              </g>
            ),
          )}
        </g>
      ))}
    </svg>
  );
}

/** A line breaks where there is no value. */
function pathOf(values: readonly (number | null)[], x: (i: number) => number, y: (value: number) => number): string {
  let down = false;
  return values
    .map((value, i) => {
      const move = down ? "L" : "M";
      down = value !== null;
      return value === null ? "" : `${move}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join("");
}

/** Round steps from below the lowest to above the highest. */
function scale(low: number, high: number): { low: number; high: number; step: number } {
  const rough = (high - low || 1) / 4;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = unit * ([1, 2, 5, 10].find((factor) => unit * factor >= rough) ?? 10);
  return { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step || step, step };
}

function short(value: number): string {
  return Math.abs(value) >= 10_000 ? compact(value) : number(value);
}

/** As much of a name as has room. */
function fitted(label: string, width: number): string {
  const most = Math.max(3, Math.floor(width / 6.8));
  const letters = [...label];
  return letters.length <= most ? label : `${letters.slice(0, most - 1).join("")}…`;
}
