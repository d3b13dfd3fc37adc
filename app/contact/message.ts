/** What a message to the operators is about. */
export const contactTopics = [
  'download',
  'ownPost',
  'privacy',
  'security',
  'press',
  'general',
] as const
export type ContactTopic = (typeof contactTopics)[number]

/** How many characters each field takes. */
export const contactLimits = { name: 100, email: 254, message: 5_000 } as const
export type ContactText = keyof typeof contactLimits

/** What was typed into the form's fields. */
export type ContactValues = Record<ContactText, string> & { topic: ContactTopic }
