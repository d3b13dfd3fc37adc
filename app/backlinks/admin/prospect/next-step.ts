import { replyHref, wonHref, writeHref } from '#app/backlinks/admin/links/backlink-hrefs.ts'
import type { OutreachMessage } from '#app/backlinks/outreach-messages.server.ts'
import type { Prospect } from '#app/backlinks/prospect.server.ts'

export type NextStep = {
  text: string
  /** Null if there is nothing left to do. */
  step: { label: string; to: string } | { label: string; retry: number } | null
}

export function nextStep(
  { id, state, contactName, site }: Pick<Prospect, 'id' | 'state' | 'contactName' | 'site'>,
  {
    optedOut,
    isDue,
    hasDraft,
    last,
  }: { optedOut: boolean; isDue: boolean; hasDraft: boolean; last: OutreachMessage | null },
): NextStep {
  const who = contactName === '' ? site : contactName
  if (optedOut) return { text: 'They opted out, so no email can be sent.', step: null }
  if (state === 'won') return { text: 'You have the link. Nothing is left to do.', step: null }
  if (state === 'lost') return { text: 'This prospect is closed.', step: null }
  if (last?.mail?.state === 'failed') {
    return {
      text: 'The last email couldn’t be sent.',
      step: { label: 'Send it again', retry: last.id },
    }
  }
  if (hasDraft) {
    return {
      text: 'You have an email that isn’t sent yet.',
      step: { label: 'Continue the email', to: writeHref(id) },
    }
  }
  if (state === 'prospect') {
    return {
      text: `Write to ${who} and ask for a link.`,
      step: { label: 'Write the email', to: writeHref(id) },
    }
  }
  if (state === 'contacted' && isDue) {
    return {
      text: `No answer so far. Follow up with ${who} once.`,
      step: { label: 'Write the follow-up', to: writeHref(id) },
    }
  }
  if (state === 'replied') {
    return {
      text: `${who} answered. Once the link is there, record it.`,
      step: { label: 'Record the backlink', to: wonHref(id) },
    }
  }
  return {
    text: isDue
      ? 'No answer to the follow-up. Log their reply, or mark them as lost under “Other steps”.'
      : `Waiting for ${who} to answer.`,
    step: { label: 'Log a reply', to: replyHref(id) },
  }
}
