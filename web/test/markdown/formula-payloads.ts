// Formulas that would lead somewhere, load something, leave their place or never end.

const commands = [
  String.raw`\href{javascript:alert(1)}{x}`,
  String.raw`\href{http://SINK/}{x}`,
  String.raw`\url{javascript:alert(1)}`,
  String.raw`\includegraphics{http://SINK/a.png}`,
  String.raw`\includegraphics[alt=x,width=9em]{//SINK/a.png}`,
  String.raw`\htmlStyle{background:url(//SINK/a.png)}{x}`,
  String.raw`\htmlData{x=y}{z} \htmlClass{evil}{z} \htmlId{app}{z}`,
  String.raw`\class{code-block}{x} \style{position:fixed;inset:0}{x} \cssId{app}{x}`,
  String.raw`\text{<img src=x onerror=alert(1)>}`,
  String.raw`\text{</mtext></math><script>alert(1)</script>}`,
  String.raw`\verb|<svg onload=alert(1)>|`,
  String.raw`\def\a{\a\a}\a`,
  String.raw`\gdef\x{x}\x \let\y\z \newcommand{\w}{w} \global\def\q{q}`,
  String.raw`\edef\a{aaaaaaaa}\edef\b{\a\a\a\a\a\a\a\a}\edef\c{\b\b\b\b\b\b\b\b}\edef\d{\c\c\c\c\c\c\c\c}\d`,
  String.raw`\label{a}\ref{a}\eqref{a} \tag{<b>}`,
  String.raw`\kern-500em x \hspace{-900px} y \mkern-9999mu z`,
  String.raw`\raisebox{-500em}{x} \raisebox{900em}{y}`,
  String.raw`\rule{9999em}{9999em}`,
  String.raw`\llap{\text{over what stands before}} \mathllap{x} \smash{y}`,
  String.raw`\color{red}x \textcolor{#fff}{hidden} \colorbox{black}{y} \fcolorbox{red}{blue}{z}`,
  String.raw`\definecolor{a}{rgb}{1,1,1}\color{a}x`,
  String.raw`\color{url(//SINK/)}x \textcolor{expression(alert(1))}{x}`,
  String.raw`\char"202E abc \char"E0041`,
  String.raw`\unicode{x202e}abc \symbol{"202E}`,
  String.raw`\begin{array}{@{\href{javascript:alert(1)}{x}}c}a\end{array}`,
  String.raw`\ce{\href{javascript:alert(1)}{H2O}} \ce{H2O}`,
  String.raw`\Huge\Huge\Huge x`,
  String.raw`\boxed{\cancel{x}} \overline{y} \angl{n} \phase{x} \longdiv{3}`,
  String.raw`\__proto__ \constructor \toString \hasOwnProperty`,
  String.raw`\begin{__proto__}x\end{__proto__} \operatorname{constructor}`,
  String.raw`\begin{CD}A@>a>>B\\@VbVV@VVcV\\C@>>d>D\end{CD}`,
  String.raw`\toggle{a}{b}\endtoggle \mathtip{a}{b} \texttip{a}{b}`,
];

const signs: readonly (readonly [string, string])[] = [["$", "$"], ["$$", "$$"], ["\\(", "\\)"], ["\\[\n", "\n\\]"]];

export const formulaPayloads: readonly string[] = [
  ...commands.map((tex, i) => {
    const [open, close] = signs[i % signs.length] ?? ["$", "$"];
    return `a ${open}${tex}${close} b`.replace("a \\[", "\\[").replace("\\] b", "\\]");
  }),
  ...commands.map((tex) => `| a |\n|---|\n| $${tex}$ |`),
  "[$\\text{bank.example}$](http://SINK/)",
  "![$x$](http://SINK/a.png)",
  "$[x](javascript:alert(1))$ $<img src=x onerror=alert(1)>$ $&lt;$",
];
