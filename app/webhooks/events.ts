/** Every event that an endpoint can be sent, in words for operators. */
export const webhookEvents = {
  'takedown.received': 'A DMCA report arrived',
  'takedown.decided': 'A DMCA report was approved, rejected or reopened',
  'counter_notice.received': 'A counter-notice arrived',
  'post.blocked': 'Posts were removed',
  'post.unblocked': 'Removed posts were put back',
  'contact.received': 'A visitor sent a message',
  'source.failing': 'A source of posts started to fail',
  'source.recovered': 'A source of posts works again',
  'backup.made': 'A backup was made',
  'backup.failed': 'A backup failed',
  'report.weekly': 'The week’s figures, on Mondays',
} as const

export type WebhookEvent = keyof typeof webhookEvents

export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[]

/** An operator asks for this one, to try an endpoint. */
export const testEvent = 'webhook.test'

/** Holds ids and figures only: no names, addresses or texts of people. */
export type WebhookData = Readonly<Record<string, string | number | readonly string[]>>
