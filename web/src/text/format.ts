// Numbers as the reader's locale writes them. Each formatter is made once, when it is first
// needed: the first ones take 20 ms, which the start of the page can do without.

const locale = navigator.language;
const whole = once(() => new Intl.NumberFormat(locale));
const decimal = once(() => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }));
const share = once(() => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }));
const fineShare = once(() => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }));
const day = once(() => new Intl.DateTimeFormat(locale, { dateStyle: "long" }));
const shortDay = once(() => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }));
const minute = once(() => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }));
const hour = once(() => new Intl.DateTimeFormat(locale, { timeStyle: "short" }));

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

export function number(n: number): string {
  return whole().format(n);
}

/** Thousands and millions, as "128K" and "1M". */
export function compact(n: number): string {
  return new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 0 }).format(n);
}

export function ratio(n: number): string {
  return decimal().format(n);
}

/** Shares under ten per cent keep one digit, so that a short text isn't "0%"; `digits` asks for more. */
export function percent(n: number, digits = 0): string {
  if (digits > 0) return new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(n);
  if (n > 0 && n < 0.001) return `< ${fineShare().format(0.001)}`;
  return n < 0.1 ? fineShare().format(n) : share().format(n);
}

/** US dollars. Amounts under one dollar keep two significant digits. */
export function money(n: number): string {
  const digits = n > 0 && n < 1 ? { minimumSignificantDigits: 2, maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 };
  return new Intl.NumberFormat(locale, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", ...digits }).format(n);
}

/** Puts "~" before a number that is an estimate. */
export function approximate(n: number, estimate: boolean): string {
  return estimate ? `~${whole().format(n)}` : whole().format(n);
}

/** The English rule; a catalogue in another language brings its own. */
export function plural(n: number, one: string, other: string): string {
  return n === 1 ? one : other;
}

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A size in decimal units, as file managers show it. */
export function bytes(n: number): string {
  const step = n < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(n) / 3));
  const value = n / 1000 ** step;
  const unit = units[step] ?? "byte";
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit,
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value);
}

/** The day of a time in Unix milliseconds. */
export function date(at: number): string {
  return day().format(at);
}

/** The day of a time, short. */
export function shortDate(at: number): string {
  return shortDay().format(at);
}

/** The day and the time of day. */
export function moment(at: number): string {
  return minute().format(at);
}

/** The time of day. */
export function time(at: number): string {
  return hour().format(at);
}

/** Milliseconds as seconds; under ten seconds with one decimal. */
export function duration(ms: number): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit: "second", unitDisplay: "narrow", maximumFractionDigits: ms < 10_000 ? 1 : 0 }).format(ms / 1000);
}

/** Whole seconds, for a countdown. */
export function seconds(n: number): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit: "second", unitDisplay: "narrow" }).format(n);
}
