import { outreachMail } from '#app/backlinks/outreach-mail.server.ts'
import { fillPlaces } from '#app/backlinks/outreach-texts.server.ts'
import { env } from '#app/env.server.ts'
import { cancelJobs } from '#app/jobs/queue.server.ts'
import { enqueueMail } from '#app/mail/outbox.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { dayMs, hourMs, minuteMs } from '#app/time/durations.ts'
import { db, lastNumber } from '../engine.ts'
import type { ProspectState } from '../schema.ts'
import { fewestLinks } from './links.ts'
import { demoOperator, type SeedPlan } from './plan.ts'
import { insertAll, madeUpHost, madeUpPerson } from './words.ts'

const letter = {
  subject: 'A suggestion for your list of tools',
  text: `Hi {first name},

I found your list of tools at {their page}, and two of them are in my bookmarks now. I run {site name}: it saves short videos without a watermark, it’s free, and it might fit under “Video”.

  {site address}

Best regards
{your name}`,
}
const again = 'Hi {first name},\n\nThis is the last you’ll hear from me about {their site}.'
const steps = {
  first: { kind: 'mail', state_after: 'contacted', ...letter },
  followUp: { kind: 'mail', state_after: 'followed_up', subject: 'Re: {their site}', text: again },
  question: { kind: 'question', state_after: 'replied', subject: '', text: 'Who is behind it?' },
  no: { kind: 'declined', state_after: 'lost', subject: '', text: 'We list only what we use.' },
  yes: { kind: 'interested', state_after: 'replied', subject: '', text: 'I’ve added you.' },
} as const
const exchanges: [ProspectState, ...(keyof typeof steps)[]][] = [
  ['contacted', 'first'],
  ['prospect'],
  ['followed_up', 'first', 'followUp'],
  ['replied', 'first', 'question'],
  ['lost', 'first', 'followUp'],
  ['lost', 'first', 'no'],
  ['won', 'first', 'followUp', 'yes'],
]
const template_id = 'resource-page'
/** Sent mails leave the outbox after this. */
const outboxDays = 30

/** Adds campaigns with prospects in every state and their mails; `backlink` is the first won. */
export async function seedOutreach({ now, rows, randomFor }: SeedPlan, backlink: number) {
  const random = randomFor('campaigns')
  const campaign = (await lastNumber('outreach_campaigns')) + 1
  const firstId = (await lastNumber('outreach_prospects')) + 1
  const campaigns = ['Tools pages', 'Broken links', 'Lists for teachers'].map((name, n) => {
    const created_at = now - (200 - n * 10) * dayMs
    return { id: campaign + n, name, template_id, closed_at: n === 2 ? now : null, created_at }
  })
  await insertAll('outreach_campaigns', campaigns)
  await insertAll('outreach_templates', [{ id: template_id, ...letter, updated_at: now - dayMs }])
  const made = Array.from({ length: 60 + Math.min(500, Math.floor(rows / 20)) }, (_, n) => {
    const [state, ...kinds] = (n > 0 && random.pickEarly(exchanges)) || ['contacted', 'first']
    const id = firstId + n
    const { name, email } = madeUpPerson(random, n)
    const site = `prospect-${madeUpHost(random, n)}`
    const page = `https://${site}/tools`
    const created_at = now - random.between(kinds.length * 10 + 2, 90) * dayMs
    const nextDay = Math.floor(now / dayMs + random.between(-3, 20)) * dayMs
    const values = {
      'first name': name.split(' ', 1)[0] ?? '',
      name,
      'their site': site,
      'their page': page,
      'site name': settings().siteName,
      'site address': env.APP_URL,
      'your name': 'Dana',
    }
    const written = ({ subject, text }: typeof letter) => ({
      subject: fillPlaces(subject, values),
      text: fillPlaces(text, values),
    })
    let at = n === 0 ? now - minuteMs : created_at + random.between(2, 20) * hourMs
    const messages = kinds.map((kind, index) => {
      if (index > 0) at += random.between(7 * 24, 9 * 24) * hourMs
      const before = kinds[index - 1]
      const state_before: ProspectState = before ? steps[before].state_after : 'prospect'
      const own = { prospect_id: id, actor_label: demoOperator(id), at, logged_at: at }
      const step = { ...steps[kind], ...written(steps[kind]) }
      return { to: email, message: { ...own, ...step, state_before, action_before: null } }
    })
    const draft = { prospect_id: id, template_id, ...written(letter), updated_at: created_at }
    const prospect = {
      id,
      campaign_id: campaign + (n % campaigns.length),
      template_id,
      state,
      site,
      contact_name: name,
      contact_email: email,
      page,
      next_action_at: kinds.length > 1 ? null : nextDay,
      notes: random.chance(0.15) ? 'Writes about saving clips every month.' : '',
      backlink_id: state === 'won' ? backlink + (n % fewestLinks) : null,
      created_at,
      updated_at: created_at,
    }
    return { prospect, messages, draft: { ...draft, follow_up_days: 7 } }
  })
  const prospects = made.map(({ prospect }) => prospect)
  await insertAll('outreach_prospects', prospects)
  const unsent = made.filter(({ messages }) => messages.length === 0)
  const drafts = unsent.map(({ draft }) => draft)
  await insertAll('outreach_drafts', drafts)
  // The outbox shows mails by number.
  const sent = made.flatMap(({ messages }) => messages)
  for (const { to, message } of sent.sort((one, two) => one.message.at - two.message.at)) {
    const end = message.kind === 'mail' ? await endOf(to, message, now) : {}
    await insertAll('outreach_messages', [{ ...message, ...end }])
  }
  const optOut = {
    reason: 'Asked not to be emailed',
    actor_label: demoOperator(0),
    at: now - dayMs,
  }
  await insertAll('outreach_opt_outs', [{ value: 'quiet.demo.example', ...optOut }])
}

/** Puts an email of the last days into the outbox. An older one's end is in the message. */
async function endOf(to: string, mail: typeof letter & { at: number }, now: number) {
  const sent_at = mail.at + minuteMs / 4
  if (mail.at < now - outboxDays * dayMs)
    return { mail_end: 'sent', mail_ended_at: sent_at } as const
  const mail_id = await enqueueMail(outreachMail(to, mail))
  // The newest email is still unsent: a demo has no mail server.
  const isSent = sent_at < now - minuteMs
  const sent = isSent ? ({ state: 'sent', attempts: 1, sent_at } as const) : {}
  const outcome = { created_at: mail.at, next_try_at: sent_at, ...sent }
  await db.updateTable('outbox').set(outcome).where('id', '=', mail_id).execute()
  if (isSent) await cancelJobs(db, 'mail', [String(mail_id)])
  return { mail_id }
}
