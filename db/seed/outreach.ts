import type { Insertable, Kysely } from 'kysely'
import { outreachMail } from '#app/backlinks/outreach-mail.server.ts'
import { fillPlaces, type PlaceholderValues } from '#app/backlinks/outreach-texts.server.ts'
import { env } from '#app/env.server.ts'
import { enqueueMail } from '#app/mail/outbox.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { dayMs, hourMs, minuteMs } from '#app/time/durations.ts'
import { db } from '../client.ts'
import type {
  Database,
  OutreachMessagesTable,
  OutreachProspectsTable,
  ProspectState,
} from '../schema.ts'
import { answers, firstLetters, followUpLetter } from './letters.ts'
import { demoOperator, type SeedPlan } from './plan.ts'
import type { Random } from './random.ts'
import { insertRows, lastNumber } from './steps.ts'
import { madeUpHost, madeUpPerson } from './words.ts'

const campaigns = [
  { name: 'Tools pages', letter: firstLetters[1] },
  { name: 'Guest posts in spring', letter: firstLetters[0] },
  { name: 'Broken links', letter: firstLetters[2] },
  { name: 'Lists for teachers', letter: firstLetters[1] },
] as const
const states: ProspectState[] = ['prospect', 'contacted', 'followed_up', 'replied', 'lost', 'won']
/** How many days a prospect has been there at least to have come to a state. */
const leastAge = { prospect: 1, contacted: 2, followed_up: 12, replied: 16, lost: 20, won: 20 }
/** For so long the outbox keeps what was sent. */
const outboxDays = 30

type Prospect = Insertable<OutreachProspectsTable> & { id: number }
type Message = Insertable<OutreachMessagesTable>
type Letter = { subject: string; text: string }

/** Campaigns in every state, with what was written and answered; `firstBacklink` is one to win. */
export async function seedOutreach(plan: SeedPlan, firstBacklink: number): Promise<void> {
  const { now } = plan
  const random = plan.random.fork('campaigns')
  const first = (await lastNumber('outreach_campaigns')) + 1
  const rows = campaigns.map(({ name, letter }, n) => ({
    id: first + n,
    name,
    template_id: letter.templateId,
    notes: '',
    closed_at: n === campaigns.length - 1 ? now - 20 * dayMs : null,
    created_at: now - (200 - n * 10) * dayMs,
  }))
  await db.insertInto('outreach_campaigns').values(rows).execute()
  await seedTemplate(now)
  const firstProspect = (await lastNumber('outreach_prospects')) + 1
  let waits = false
  const make = (n: number) => {
    const campaign = n % campaigns.length
    const { letter } = campaigns[campaign] ?? campaigns[0]
    const prospect = madeUpProspect(n, { now, random })
    const row: Prospect = {
      ...prospect,
      id: firstProspect + n,
      campaign_id: first + campaign,
      template_id: letter.templateId,
      backlink_id: prospect.state === 'won' ? firstBacklink + random.below(plan.backlinks) : null,
    }
    // The newest email hasn't left yet: a demo has no mail server.
    const isWaiting = !waits && row.state === 'contacted'
    waits ||= isWaiting
    return madeUpExchange(row, letter, { n, now, isWaiting, random })
  }
  await insertRows(plan.prospects, make, async (trx, made) => {
    await trx
      .insertInto('outreach_prospects')
      .values(made.map(({ row }) => row))
      .execute()
    const drafts = made.flatMap(({ draft }) => draft ?? [])
    if (drafts.length > 0) await trx.insertInto('outreach_drafts').values(drafts).execute()
    for (const { row, messages } of made) await insertMessages(trx, row, messages, now)
  })
  const optOuts = ['quiet.demo.example', 'no-mail.demo.example'].map((value, n) => ({
    value,
    reason: 'Asked not to be written to',
    actor_label: demoOperator(0),
    at: now - (n + 3) * dayMs,
  }))
  await db.insertInto('outreach_opt_outs').values(optOuts).execute()
}

/** One template in the operators' own wording; the others are as they come with the app. */
async function seedTemplate(now: number): Promise<void> {
  const { templateId, subject, text } = firstLetters[1]
  await db
    .insertInto('outreach_templates')
    .values({ id: templateId, subject, text, updated_at: now - 160 * dayMs })
    .execute()
}

function madeUpProspect(n: number, { now, random }: { now: number; random: Random }) {
  const person = madeUpPerson(random, n)
  const state = random.pickEarly(states)
  const site = `prospect-${madeUpHost(random, n)}`
  // The smaller of two, so that more is new than old.
  const ages = [random.between(leastAge[state], 150), random.between(leastAge[state], 150)]
  const createdAt = now - Math.min(...ages) * dayMs
  const isOver = state === 'won' || state === 'lost'
  const nextDay = Math.floor(now / dayMs) + random.between(-4, 20)
  return {
    site,
    page: `https://${site}/${random.pick(['tools', 'links', 'notes/clips'])}`,
    contact_name: person.name,
    contact_email: person.email,
    state,
    next_action_at: isOver ? null : nextDay * dayMs,
    notes: random.chance(0.15) ? 'Writes about saving clips every month.' : '',
    created_at: createdAt,
    updated_at: createdAt,
  }
}

/** A prospect with what was written to them and answered until now, as its state says. */
function madeUpExchange(
  row: Prospect,
  letter: Letter,
  { n, now, isWaiting, random }: { n: number; now: number; isWaiting: boolean; random: Random },
): { row: Prospect; messages: Message[]; draft: Insertable<Database['outreach_drafts']> | null } {
  const operator = demoOperator(n)
  const { state = 'prospect', created_at: createdAt } = row
  if (state === 'prospect') {
    const draft = {
      prospect_id: row.id,
      template_id: row.template_id,
      ...written(letter, row),
      follow_up_days: 7,
      updated_at: createdAt + hourMs,
    }
    return { row, messages: [], draft: random.chance(0.2) ? draft : null }
  }
  const messages: Message[] = []
  const add = (message: Pick<Message, 'kind' | 'at' | 'text' | 'state_after'> & Partial<Message>) =>
    messages.push({
      prospect_id: row.id,
      actor_label: operator,
      state_before: messages.at(-1)?.state_after ?? 'prospect',
      action_before: null,
      ...message,
    })
  const sentAt = isWaiting ? now - minuteMs : createdAt + random.between(2, 20) * hourMs
  add({ kind: 'mail', at: sentAt, state_after: 'contacted', ...written(letter, row) })
  let lastAt = sentAt
  const isSilent = state === 'lost' && random.chance(0.6)
  if (state === 'followed_up' || isSilent || (state !== 'contacted' && random.chance(0.3))) {
    const due = Math.floor(sentAt / dayMs) * dayMs + 7 * dayMs
    lastAt = sentAt + random.between(7 * 24, 9 * 24) * hourMs
    const mail = written(followUpLetter, row)
    add({ kind: 'mail', at: lastAt, state_after: 'followed_up', action_before: due, ...mail })
  }
  if (state !== 'contacted' && state !== 'followed_up' && !isSilent) {
    const yes = state === 'won' || random.chance(0.6) ? 'interested' : 'question'
    const kind = state === 'lost' ? 'declined' : yes
    const day = Math.floor(lastAt / dayMs) + random.between(1, 3)
    lastAt = day * dayMs
    const after = state === 'lost' ? 'lost' : 'replied'
    add({ kind, at: lastAt, text: random.pick(answers[kind]), state_after: after })
  }
  return { row: { ...row, updated_at: lastAt }, messages, draft: null }
}

function written({ subject, text }: Letter, prospect: Prospect): Letter {
  const values: PlaceholderValues = {
    'first name': (prospect.contact_name ?? '').split(' ', 1)[0] ?? '',
    name: prospect.contact_name ?? '',
    'their site': prospect.site,
    'their page': prospect.page ?? '',
    'site name': settings().siteName,
    'site address': env.APP_URL,
    'your name': 'Dana',
  }
  return { subject: fillPlaces(subject, values), text: fillPlaces(text, values) }
}

/** Puts the mails of the last days into the outbox too; how older ones ended is in the messages. */
async function insertMessages(
  trx: Kysely<Database>,
  { contact_email: to = '' }: Prospect,
  messages: Message[],
  now: number,
): Promise<void> {
  for (const message of messages) {
    const { kind, at, subject = '', text } = message
    const sentAt = at + minuteMs / 4
    let ended: Partial<Message> = {}
    if (kind === 'mail' && at > now - outboxDays * dayMs) {
      const mailId = await enqueueMail(outreachMail(to, { subject, text }), trx)
      const state = { state: 'sent', attempts: 1, sent_at: sentAt } as const
      await trx
        .updateTable('outbox')
        .set({ created_at: at, next_try_at: sentAt, ...(at < now - 2 * minuteMs ? state : {}) })
        .where('id', '=', mailId)
        .execute()
      ended = { mail_id: mailId }
    } else if (kind === 'mail') {
      ended = { mail_end: 'sent', mail_ended_at: sentAt }
    }
    await trx
      .insertInto('outreach_messages')
      .values({ ...message, ...ended })
      .execute()
  }
}
