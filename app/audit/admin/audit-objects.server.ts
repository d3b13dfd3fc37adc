import { href } from 'react-router'
import type { AuditLine } from '#app/audit/audit.server.ts'
import { type AuditObject, type ToldLine, tellLine } from '#app/audit/ui/told-line.server.ts'
import { listTemplates } from '#app/backlinks/outreach-texts.server.ts'
import { listJobs } from '#app/operations/jobs/schedule.server.ts'
import { db } from '#db/client.ts'

type Found = Map<string, AuditObject>

/** Finds the objects that some ids of the log name; what is gone is left out. */
type Finder = (ids: string[]) => Promise<Found>

const finders: Readonly<Record<string, Finder | undefined>> = {
  user: findUsers,
  async post(ids) {
    const rows = await db
      .selectFrom('posts')
      .select(['post_id', 'title'])
      .where('post_id', 'in', ids)
      .execute()
    return new Map(
      rows.map(({ post_id, title }) => [
        post_id,
        {
          name: title === '' ? `post ${post_id}` : `“${shortened(title)}”`,
          href: href('/admin/videos/:postId', { postId: post_id }),
        },
      ]),
    )
  },
  async dmca_report(numbers) {
    const ids = numbers.map(numberIn)
    const rows = await db.selectFrom('dmca_reports').select('id').where('id', 'in', ids).execute()
    const here = new Set(rows.map(({ id }) => id))
    return new Map(
      numbers
        .filter((number) => here.has(numberIn(number)))
        .map((name) => [
          name,
          { name, href: href('/admin/dmca/:id', { id: String(numberIn(name)) }) },
        ]),
    )
  },
  async backlink(keys) {
    const rows = await db
      .selectFrom('backlinks')
      .select(['seq', 'domain'])
      .where('seq', 'in', keys.map(numberIn))
      .execute()
    return new Map(
      rows.map(({ seq, domain }) => [
        `backlink-${seq}`,
        {
          name: `the backlink on ${domain}`,
          href: href('/admin/backlinks/:id', { id: String(seq) }),
        },
      ]),
    )
  },
  async prospect(keys) {
    const rows = await db
      .selectFrom('outreach_prospects')
      .select(['id', 'site'])
      .where('id', 'in', keys.map(numberIn))
      .execute()
    return new Map(
      rows.map(({ id, site }) => [
        `prospect-${id}`,
        { name: site, href: href('/admin/backlinks/prospects/:id', { id: String(id) }) },
      ]),
    )
  },
  async campaign(keys) {
    const rows = await db
      .selectFrom('outreach_campaigns')
      .select(['id', 'name'])
      .where('id', 'in', keys.map(numberIn))
      .execute()
    return new Map(
      rows.map(({ id, name }) => [
        `campaign-${id}`,
        {
          name: `the campaign “${shortened(name)}”`,
          href: href('/admin/backlinks/campaigns/:id', { id: String(id) }),
        },
      ]),
    )
  },
  async outreach_template(ids) {
    const names = new Map((await listTemplates()).map(({ id, name }) => [id, name]))
    return new Map(
      ids.map((id) => [
        id,
        {
          name: `the template “${names.get(id) ?? id}”`,
          href: names.has(id) ? href('/admin/backlinks/templates/:id', { id }) : null,
        },
      ]),
    )
  },
  async message(ids) {
    const rows = await db
      .selectFrom('contact_messages')
      .select('id')
      .where('id', 'in', ids.map(Number))
      .execute()
    return new Map(
      rows.map(({ id }) => [
        String(id),
        { name: `message ${id}`, href: href('/admin/inbox/:id', { id: String(id) }) },
      ]),
    )
  },
  async mail(ids) {
    const rows = await db
      .selectFrom('outbox')
      .select(['id', 'subject'])
      .where('id', 'in', ids.map(Number))
      .execute()
    return new Map(
      rows.map(({ id, subject }) => [
        String(id),
        {
          name: `the email “${shortened(subject)}”`,
          href: href('/admin/settings/email/mail/:id', { id: String(id) }),
        },
      ]),
    )
  },
  async bulk_run(ids) {
    const rows = await db
      .selectFrom('bulk_runs')
      .select('id')
      .where('id', 'in', ids.map(Number))
      .execute()
    return new Map(
      rows.map(({ id }) => [
        String(id),
        { name: `bulk change ${id}`, href: href('/admin/bulk/runs/:id', { id: String(id) }) },
      ]),
    )
  },
  async backup(names) {
    const database = `${href('/admin/settings/database')}#backups`
    return new Map(names.map((name) => [name, { name: `the backup ${name}`, href: database }]))
  },
  async job(names) {
    const titles = new Map((await listJobs()).map(({ name, title }) => [name, title]))
    return new Map(
      names.map((name) => [
        name,
        {
          name: `the job “${titles.get(name) ?? name}”`,
          href: titles.has(name) ? `${href('/admin/system')}#jobs` : null,
        },
      ]),
    )
  },
}

/** Puts lines into words, with what their objects are called today: one query for each kind. */
export async function tellLines(lines: readonly AuditLine[]): Promise<ToldLine[]> {
  const actors = await findUsers(distinct(lines.map(({ actorId }) => actorId)))
  const found = new Map<string, Found>()
  for (const type of distinct(lines.map(({ objectType }) => objectType))) {
    const ids = distinct(
      lines.filter(({ objectType }) => objectType === type).map(({ objectId }) => objectId),
    )
    const find = finders[type]
    if (find !== undefined && ids.length > 0) found.set(type, await find(ids))
  }
  return lines.map((line) =>
    tellLine(line, {
      object: found.get(line.objectType ?? '')?.get(line.objectId ?? '') ?? null,
      actorExists: actors.has(line.actorId ?? ''),
    }),
  )
}

async function findUsers(ids: string[]): Promise<Found> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).execute()
  return new Map(
    rows.map(({ id, email }) => [id, { name: email, href: href('/admin/users/:id', { id }) }]),
  )
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values)].filter((value) => value !== null)
}

/** `DMCA-0007` and `backlink-7` are number 7. */
function numberIn(id: string): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0)
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).trimEnd()}…` : text
}
