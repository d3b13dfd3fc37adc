export const contactTopics = [
  'download',
  'ownPost',
  'privacy',
  'security',
  'press',
  'general',
] as const
export type ContactTopic = (typeof contactTopics)[number]

/** Maximum characters per field. */
export const contactLimits = { name: 100, email: 254, message: 5_000 } as const
export type ContactText = keyof typeof contactLimits

export type ContactValues = Record<ContactText, string> & { topic: ContactTopic }
