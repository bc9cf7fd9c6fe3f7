// Backslashes and character references.

/** What a backslash before it makes ordinary text. */
export const escapable = /[!-/:-@[-`{-~]/;

const escape = /\\([!-/:-@[-`{-~])|&(?:#[xX][0-9a-fA-F]{1,6}|#\d{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/g;

/** Text of an address or a fence's head: it has escapes and references and nothing else. */
export function unescaped(text: string): string {
  return /[\\&]/.test(text) ? text.replace(escape, (all, character: string | undefined) => character ?? characterOf(all)) : text;
}

/** The names that answers use; another one stays as it is written. */
const names: Record<string, string> = {
  amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", shy: "\u00ad", zwj: "\u200d", zwnj: "\u200c",
  lrm: "\u200e", rlm: "\u200f", ensp: "\u2002", emsp: "\u2003", thinsp: "\u2009",
  copy: "©", reg: "®", trade: "™", deg: "°", plusmn: "±", times: "×", divide: "÷", minus: "−", micro: "µ", middot: "·",
  bull: "•", hellip: "…", ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", sbquo: "‚", bdquo: "„",
  laquo: "«", raquo: "»", lsaquo: "‹", rsaquo: "›", sect: "§", para: "¶", dagger: "†", permil: "‰", prime: "′", Prime: "″",
  euro: "€", pound: "£", yen: "¥", cent: "¢", frac12: "½", frac14: "¼", frac34: "¾", sup1: "¹", sup2: "²", sup3: "³",
  larr: "←", uarr: "↑", rarr: "→", darr: "↓", harr: "↔", lArr: "⇐", rArr: "⇒", hArr: "⇔", check: "✓", cross: "✗",
  le: "≤", ge: "≥", ne: "≠", asymp: "≈", equiv: "≡", infin: "∞", sum: "∑", prod: "∏", radic: "√", int: "∫", part: "∂",
  nabla: "∇", isin: "∈", notin: "∉", cap: "∩", cup: "∪", sub: "⊂", sup: "⊃", sube: "⊆", supe: "⊇", empty: "∅",
  forall: "∀", exist: "∃", and: "∧", or: "∨", not: "¬", ang: "∠", perp: "⊥",
  alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", theta: "θ", lambda: "λ", mu: "μ", pi: "π", rho: "ρ",
  sigma: "σ", tau: "τ", phi: "φ", chi: "χ", psi: "ψ", omega: "ω", Gamma: "Γ", Delta: "Δ", Theta: "Θ", Lambda: "Λ",
  Pi: "Π", Sigma: "Σ", Phi: "Φ", Psi: "Ψ", Omega: "Ω", lbrace: "{", rbrace: "}", lbrack: "[", rbrack: "]",
  lpar: "(", rpar: ")", ast: "*", lowbar: "_", grave: "`", vert: "|", bsol: "\\", sol: "/", colon: ":", Tab: "\t", NewLine: "\n",
};

/** The character that a reference such as &amp; or &#38; stands for; what is no reference stays. */
export function characterOf(reference: string): string {
  const name = reference.slice(1, -1);
  if (!name.startsWith("#")) return Object.hasOwn(names, name) ? (names[name] ?? reference) : reference;
  const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? "\ufffd" : String.fromCodePoint(code);
}
