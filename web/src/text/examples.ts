// Texts of very different density, to try the counter on.

export const examples = {
  prose: `A hare does not dig. It rests in a shallow form pressed into the grass, ears flat, eyes open, and trusts to stillness. The rabbit is the builder: its burrow has rooms, back doors and a bolt hole for bad days.`,

  code: `// Sum returns the total of xs; an empty slice sums to 0.
func Sum(xs []int) int {
\ttotal := 0
\tfor _, x := range xs {
\t\ttotal += x
\t}
\treturn total
}
`,

  japanese: `うさぎは巣穴を掘り、野うさぎは草の上で眠る。夕方になると、耳を立てて静かに外の音を聞いている。`,

  mixed: `Café crème à 3,50 € ☕, naïve résumé, Straße, Łódź… 👩🏽‍🚀 meets 🐇🕳️ at 20 °C — voilà!`,
} as const;

export type Example = keyof typeof examples;
