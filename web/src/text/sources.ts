// What is said about what a chat asks beside its model, in English: part of the catalogue
// in en.ts.

export const sources = {
  title: (label: string, attached: boolean) => (attached ? `${label} is attached to this chat. Click to detach it.` : `Attach ${label} to this chat`),
  said: (label: string, attached: boolean) => (attached ? `${label} attached to this chat.` : `${label} detached from this chat.`),
  act: (label: string, attached: boolean) => (attached ? `Detach ${label}` : `Attach ${label}`),
};
