import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { oneLine, severalLines } from '#app/http/typed-text.ts'
import { db, transact } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { templateObject } from './audit-objects.ts'
import { outreachTemplates } from './outreach-templates.ts'
import { templateNames } from './template-names.ts'

export type TemplateText = {
  id: string
  name: string
  subject: string
  text: string
  isChanged: boolean
}

export const MailSubject = oneLine(200).pipe(z.string().min(1))
export const MailText = severalLines(10_000).pipe(z.string().min(1))

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

/** The app's templates are written for everyone; these of their brackets are known here. */
const known: readonly [string, string][] = [
  ['[first name]', '{first name}'],
  ['[their site]', '{their site}'],
  ['[address of their page]', '{their page}'],
  ['[site name]', '{site name}'],
  ['[site address]', '{site address}'],
  ['[your name]', '{your name}'],
]

const names = Object.keys(placeholders) as (keyof typeof placeholders)[]
const place = new RegExp(`\\{(${names.join('|')})\\}`, 'g')

export async function listTemplates(executor: Kysely<Database> = db): Promise<TemplateText[]> {
  const rows = await executor.selectFrom('outreach_templates').selectAll().execute()
  const own = new Map(rows.map((row) => [row.id, row]))
  return outreachTemplates.map((template) => {
    const { id } = template
    const changed = own.get(id)
    const subject = changed?.subject ?? withPlaces(template.subject)
    const text = changed?.text ?? withPlaces(template.text)
    return { id, name: templateNames[id], subject, text, isChanged: changed !== undefined }
  })
}

export async function findTemplate(
  id: string,
  executor?: Kysely<Database>,
): Promise<TemplateText | null> {
  return (await listTemplates(executor)).find((template) => template.id === id) ?? null
}

function withPlaces(text: string): string {
  return known.reduce((filled, [from, to]) => filled.replaceAll(from, to), text)
}

/** Saves the operators' wording of a template. Returns false if nothing changed. */
export async function saveTemplate(
  before: TemplateText,
  { subject, text }: Pick<TemplateText, 'subject' | 'text'>,
  actor: Actor,
): Promise<boolean> {
  if (subject === before.subject && text === before.text) return false
  const row = { subject, text, updated_at: Date.now() }
  await transact(async (trx) => {
    await trx
      .insertInto('outreach_templates')
      .values({ id: before.id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    await recordAudit(
      {
        actor,
        action: 'outreach.template_changed',
        object: templateObject(before),
        before: { subject: before.subject },
        after: { subject },
      },
      trx,
    )
  })
  return true
}

export async function resetTemplate(
  template: Pick<TemplateText, 'id' | 'name'>,
  actor: Actor,
): Promise<void> {
  await transact(async (trx) => {
    const removed = await trx
      .deleteFrom('outreach_templates')
      .where('id', '=', template.id)
      .returning('subject')
      .executeTakeFirst()
    if (removed === undefined) return
    const { subject } = removed
    await recordAudit(
      {
        actor,
        action: 'outreach.template_reset',
        object: templateObject(template),
        before: { subject },
      },
      trx,
    )
  })
}

/** Fills in known placeholders; the others stay, to be filled in by hand. */
export function fillPlaces(text: string, values: PlaceholderValues): string {
  return text.replace(place, (whole, name: keyof PlaceholderValues) => values[name] || whole)
}

/** Returns the template's placeholders that a text still contains, each once. */
export function openPlaces(text: string, template: Pick<TemplateText, 'subject' | 'text'>) {
  const brackets = `${template.subject}\n${template.text}`.match(/\[[^[\]\n]+\]/g) ?? []
  return [...new Set([...(text.match(place) ?? []), ...brackets.filter((b) => text.includes(b))])]
}
