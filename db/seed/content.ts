import { sql } from 'kysely'
import { db, files } from '../engine.ts'
import type { Database } from '../schema.ts'

/** What the seed fills and a clearing empties, with what tells older rows from newer ones. */
const kinds = [
  { table: 'posts', mark: 'seq', one: 'post', many: 'posts' },
  {
    table: 'post_status_changes',
    mark: 'id',
    one: 'decision on a post',
    many: 'decisions on posts',
  },
  { table: 'blocked_authors', mark: 'at', one: 'blocked creator', many: 'blocked creators' },
  { table: 'dmca_reports', mark: 'id', one: 'DMCA report', many: 'DMCA reports' },
  {
    table: 'outreach_messages',
    mark: 'id',
    one: 'message of a prospect',
    many: 'messages of prospects',
  },
  { table: 'outreach_drafts', mark: 'updated_at', one: 'draft', many: 'drafts' },
  {
    table: 'outreach_templates',
    mark: 'updated_at',
    one: 'template of your own',
    many: 'templates of your own',
  },
  { table: 'outreach_prospects', mark: 'id', one: 'prospect', many: 'prospects' },
  { table: 'outreach_campaigns', mark: 'id', one: 'campaign', many: 'campaigns' },
  { table: 'outreach_opt_outs', mark: 'at', one: 'opt-out', many: 'opt-outs' },
  { table: 'backlinks', mark: 'seq', one: 'backlink', many: 'backlinks' },
  { table: 'subscribers', mark: 'id', one: 'subscriber', many: 'subscribers' },
  { table: 'contact_messages', mark: 'id', one: 'message', many: 'messages' },
  { table: 'analytics_events', mark: 'id', one: 'counted event', many: 'counted events' },
] as const satisfies { table: keyof Database; mark: string; one: string; many: string }[]

/** Filled as well; they have no life of their own. The order is that of deleting. */
const parts = {
  before: ['dmca_counter_notices', 'dmca_report_events', 'dmca_report_posts'],
  after: [
    'analytics_visits',
    'analytics_hours',
    'analytics_days',
    'analytics_months',
    'analytics_pair_days',
    'analytics_pair_months',
    'analytics_pair_progress',
  ],
} as const satisfies Record<string, (keyof Database)[]>

const rowsAtOnce = 20_000

/** How many rows there are of something, in words. */
export type Found = { n: number; what: string }

/** What the database holds besides accounts, settings and the audit log. */
export function presentContent(): Promise<Found[]> {
  return countAbove(() => -1)
}

/**
 * What has come since the seed was done; null when there is no demo data. When the seed was cut short
 * no one can tell, and it is all there is.
 */
export async function laterContent(): Promise<{ whole: boolean; found: Found[] } | null> {
  const row = await db.selectFrom('demo_data').selectAll().executeTakeFirst()
  if (row === undefined) return null
  const marks = JSON.parse(row.marks) as Record<string, number>
  return {
    whole: row.ended_at !== null,
    found: await countAbove((table) => marks[table] ?? -1),
  }
}

async function countAbove(markOf: (table: string) => number): Promise<Found[]> {
  const found: Found[] = []
  for (const { table, mark, one, many } of kinds) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
      where ${sql.ref(mark)} > ${markOf(table)}`.execute(db)
    const n = rows[0]?.n ?? 0
    if (n > 0) found.push({ n, what: n === 1 ? one : many })
  }
  return found
}

/** Says that all rows from here on are made up, also if the seed is cut short. */
export async function beginDemoData(): Promise<void> {
  await db.insertInto('demo_data').values({ id: 1, begun_at: Date.now(), marks: '{}' }).execute()
}

/** Notes how far the made-up rows go. */
export async function endDemoData(): Promise<void> {
  const marks: Record<string, number> = {}
  for (const { table, mark } of kinds) {
    const { rows } = await sql<{ last: number | null }>`
      select max(${sql.ref(mark)}) as last from ${sql.table(table)}`.execute(db)
    marks[table] = rows[0]?.last ?? -1
  }
  await db
    .updateTable('demo_data')
    .set({ ended_at: Date.now(), marks: JSON.stringify(marks) })
    .execute()
}

/**
 * Empties all that the seed fills, with what came in since, and takes the made-up users away; other
 * accounts, settings and the audit log stay. Cut short, it can be run again.
 */
export async function clearDemoData(): Promise<void> {
  // Those of the outbox have no mark of their own; the others in it are the site's.
  await db
    .deleteFrom('outbox')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outreach_messages')
        .select('mail_id')
        .where('mail_id', 'is not', null)
        .$castTo<{ mail_id: number }>(),
    )
    .execute()
  for (const table of parts.before) await sql`delete from ${sql.table(table)}`.execute(db)
  for (const { table, mark } of kinds) await deleteAll(table, mark, sql`true`)
  for (const table of parts.after) await sql`delete from ${sql.table(table)}`.execute(db)
  await deleteAll('users', 'seq', sql`id like 'demo-%'`)
  // As the first event finds it in an empty database.
  await db.deleteFrom('analytics_zones').execute()
  await db.insertInto('analytics_zones').values({ zone: 'UTC', from_day: 0, moved: 1 }).execute()
  await db.deleteFrom('demo_data').execute()
  await files?.compact()
}

async function deleteAll(
  table: keyof Database,
  mark: string,
  where: ReturnType<typeof sql>,
): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.table(table)} where ${sql.ref(mark)} in
      (select ${sql.ref(mark)} from ${sql.table(table)} where ${where} limit ${sql.lit(rowsAtOnce)})`.execute(
        db,
      )
    if (numAffectedRows < BigInt(rowsAtOnce)) return
  }
}
