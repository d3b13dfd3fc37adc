import { z } from 'zod'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { oneLine, severalLines } from '#app/http/typed-text.ts'
import { db } from '#db/client.ts'
import { outreachTemplates } from './outreach-templates.ts'

/** A template as the operators use it: in their own wording, or as it comes with the app. */
export type TemplateText = {
  id: string
  name: string
  subject: string
  text: string
  isChanged: boolean
}

export const MailSubject = oneLine(200).pipe(z.string().min(1))
export const MailText = severalLines(10_000).pipe(z.string().min(1))

const objectOf = (id: string) => ({ type: 'outreach_template', id })

/** The places of a template that are filled in by themselves, with what each is for. */
export const placeholders = {
  'first name': 'The contact’s first name',
  name: 'The contact’s full name',
  'their site': 'The prospect’s site',
  'their page': 'The prospect’s page that could hold the link',
  'site name': 'This site’s name',
  'site address': 'This site’s address',
  'your name': 'Your name',
} as const

export type PlaceholderValues = Record<keyof typeof placeholders, string>

/** The app's own templates are for everyone, and leave to the writer what is known here. */
const known: readonly [string, string][] = [
  ['[first name]', '{first name}'],
  ['[their site]', '{their site}'],
  ['[address of their page]', '{their page}'],
]

const names = Object.keys(placeholders) as (keyof typeof placeholders)[]
const place = new RegExp(`\\{(${names.join('|')})\\}`, 'g')

/** Returns all templates, in the order of the app's own. */
export async function listTemplates(): Promise<TemplateText[]> {
  const rows = await db.selectFrom('outreach_templates').selectAll().execute()
  const own = new Map(rows.map((row) => [row.id, row]))
  return outreachTemplates.map((template) => {
    const { id, name } = template
    const changed = own.get(id)
    const subject = changed?.subject ?? withPlaces(template.subject)
    const text = changed?.text ?? withPlaces(template.text)
    return { id, name, subject, text, isChanged: changed !== undefined }
  })
}

/** Returns a template; null if there is none of this id. */
export async function findTemplate(id: string): Promise<TemplateText | null> {
  return (await listTemplates()).find((template) => template.id === id) ?? null
}

function withPlaces(text: string): string {
  return known.reduce((filled, [from, to]) => filled.replaceAll(from, to), text)
}

/** Saves the operators' wording of a template. False if it is the same already. */
export async function saveTemplate(
  before: TemplateText,
  { subject, text }: Pick<TemplateText, 'subject' | 'text'>,
  actor: Actor,
): Promise<boolean> {
  if (subject === before.subject && text === before.text) return false
  const row = { subject, text, updated_at: Date.now() }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('outreach_templates')
      .values({ id: before.id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    await recordAudit(
      {
        actor,
        action: 'outreach.template_changed',
        object: objectOf(before.id),
        before: { subject: before.subject },
        after: { subject },
      },
      trx,
    )
  })
  return true
}

/** Goes back to the app's own wording of a template. */
export async function resetTemplate(id: string, actor: Actor): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('outreach_templates')
      .where('id', '=', id)
      .returning('subject')
      .executeTakeFirst()
    if (removed === undefined) return
    const { subject } = removed
    await recordAudit(
      { actor, action: 'outreach.template_reset', object: objectOf(id), before: { subject } },
      trx,
    )
  })
}

/** Puts in what is known; places without a value stay, to be filled in by hand. */
export function fillPlaces(text: string, values: PlaceholderValues): string {
  return text.replace(place, (whole, name: keyof PlaceholderValues) => values[name] || whole)
}

/** Returns the places of a template that a text made of it still has, each once. */
export function openPlaces(text: string, template: Pick<TemplateText, 'subject' | 'text'>) {
  const brackets = `${template.subject}\n${template.text}`.match(/\[[^[\]\n]+\]/g) ?? []
  return [...new Set([...(text.match(place) ?? []), ...brackets.filter((b) => text.includes(b))])]
}
