// Which source was asked, in English: in the script of what comes later.

const taken: Record<string, string> = { sql: "Asked the database", knowledge: "Asked your documents", general: "" };
const take: Record<string, string> = { sql: "Ask the database", knowledge: "Ask your documents", general: "Answer without it" };

export const route = {
  label: "Source",
  offer: "The database may know this.",
  taken: (name: string) => taken[name] ?? name,
  take: (name: string) => take[name] ?? name,
};
