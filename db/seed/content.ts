import { sql } from 'kysely'
import { figure } from '#app/i18n/figure-text.ts'
import { cancelJobs } from '#app/jobs/queue.server.ts'
import { db, files } from '../engine.ts'
import type { Database } from '../schema.ts'

type Table = keyof Database

/** Seeded tables, with the column whose highest value separates older from newer rows. */
const kinds = [
  ['posts', 'seq', 'post'],
  ['post_status_changes', 'id', 'decision'],
  ['blocked_authors', 'at', 'blocked creator'],
  ['dmca_reports', 'id', 'DMCA report'],
  ['outreach_messages', 'id', 'outreach message'],
  ['outreach_drafts', 'updated_at', 'draft'],
  ['outreach_templates', 'updated_at', 'template'],
  ['outreach_prospects', 'id', 'prospect'],
  ['outreach_campaigns', 'id', 'campaign'],
  ['outreach_opt_outs', 'at', 'opt-out'],
  ['backlinks', 'seq', 'backlink'],
  ['subscribers', 'id', 'subscriber'],
  ['contact_messages', 'id', 'message'],
  ['analytics_events', 'id', 'counted event'],
] as const satisfies [Table, string, string][]

/** Also seeded, and deleted before and after those. */
const before = ['dmca_counter_notices', 'dmca_report_events', 'dmca_report_posts'] as const
const counted = ['visits', 'hours', 'days', 'months', 'pair_days', 'pair_months', 'zones'] as const
const after = [
  'analytics_pair_progress',
  'demo_data',
  ...counted.map((n) => `analytics_${n}` as const),
]

/** Returns the content besides accounts, settings and the audit log, such as `3 posts`. */
export const presentContent = () => countAbove({})

async function countAbove(marks: Record<string, number>): Promise<string[]> {
  const found: string[] = []
  for (const [table, mark, noun] of kinds) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
      where ${sql.ref(mark)} > ${marks[table] ?? -1}`.execute(db)
    const n = rows[0]?.n ?? 0
    if (n > 0) found.push(`${figure(n)} ${noun}${n === 1 ? '' : 's'}`)
  }
  return found
}

/**
 * Returns what was added since the seed. Null without demo data. After an interrupted seed, returns
 * everything.
 */
export async function laterContent(): Promise<{ whole: boolean; found: string[] } | null> {
  const row = await db.selectFrom('demo_data').selectAll().executeTakeFirst()
  if (row === undefined) return null
  return { whole: row.ended_at !== null, found: await countAbove(JSON.parse(row.marks)) }
}

/** Marks all later rows as demo data, even if the seed is interrupted. */
export const beginDemoData = () =>
  db.insertInto('demo_data').values({ id: 1, begun_at: Date.now(), marks: '{}' }).execute()

export async function endDemoData(): Promise<void> {
  const marks: Record<string, number> = {}
  for (const [table, mark] of kinds) {
    const { rows } = await sql<{ last: number | null }>`
      select max(${sql.ref(mark)}) as last from ${sql.table(table)}`.execute(db)
    marks[table] = rows[0]?.last ?? -1
  }
  const end = { ended_at: Date.now(), marks: JSON.stringify(marks) }
  await db.updateTable('demo_data').set(end).execute()
}

/**
 * Empties all seeded tables, and removes the demo users and mails. Keeps other accounts, settings
 * and the audit log. Can be repeated if interrupted.
 */
export async function clearDemoData(): Promise<void> {
  const mails = await db
    .deleteFrom('outbox')
    .where('recipient', 'like', '%.demo.example')
    .returning('id')
    .execute()
  const keys = mails.map(({ id }) => String(id))
  if (keys.length > 0) await cancelJobs(db, 'mail', keys)
  await sql`delete from users where id like 'demo-%'`.execute(db)
  for (const table of [...before, ...kinds.map(([table]) => table), ...after]) {
    await sql`delete from ${sql.table(table)}`.execute(db)
  }
  // The state the first event finds in an empty database.
  await db.insertInto('analytics_zones').values({ zone: 'UTC', from_day: 0, moved: 1 }).execute()
  await files?.compact()
}
