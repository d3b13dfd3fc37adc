/**
 * Template names by id, which addresses and campaigns refer to. Kept apart so that browsers don't
 * load the templates' text.
 */
export const templateNames = {
  'guest-post': 'Offer a guest post',
  'resource-page': 'Suggest an entry for a resource page',
  'broken-link': 'Report a broken link',
  'product-review': 'Ask for an independent review',
  'statistics-mention': 'Offer a figure to quote',
  interview: 'Invite someone to an interview',
  testimonial: 'Offer a testimonial',
  podcast: 'Offer to be a podcast guest',
  'unlinked-mention': 'Say thanks for a mention',
  'follow-up': 'Follow up, once',
} as const

export type TemplateId = keyof typeof templateNames
