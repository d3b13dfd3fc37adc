/** The uses that a token can have. */
export const scopes = ['lookup', 'save'] as const
export type Scope = (typeof scopes)[number]

export const scopeTexts: Record<Scope, string> = {
  lookup: 'Look up links',
  save: 'Download files',
}
