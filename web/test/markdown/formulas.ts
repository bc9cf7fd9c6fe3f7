// Formulas that are made to take long, or to be large.

const many = (tex: string, length = 2_900) => tex.repeat(Math.floor(length / tex.length));
export const hostileFormulas = [
  "\\def\\a{\\a\\a}\\a", "\\def\\a{xx}\\def\\b{\\a\\a}\\def\\c{\\b\\b}\\c", "\\newcommand{\\a}{\\a}\\a", "\\let\\a\\frac\\a12",
  many("{"), many("{") + many("}"), many("\\frac"), many("\\frac{"), many("\\sqrt{"), many("\\left("), many("x^"), many("x^{"), many("\\ce{("), many("\\pu{1e"), many("\\pmod{"),
  many("<"), many("a'"), many("\\implies "), many("\\substack{"), many("\\begin{matrix}"), many("&a"), many("\\text{"), many("\\boxed{"), many("\\hat"), many("\\color{red}"),
  many("\\underbrace{"), "\\rule{999em}{999em}", "\\kern-999em x", "\\hspace{9999px}x", "\\raisebox{999em}{x}", many("\\Huge "), many("\\ce{H2O}"), many("x+", 100_000),
];
