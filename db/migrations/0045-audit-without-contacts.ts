import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * The audit log can't be changed, so it no longer holds what has to be erased on request: a prospect's
 * site, contact and emails, an opt-out's address, an email's subject and a backlink's contact.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await (isPostgres ? unlockedOnPostgres(db) : unlockedOnSqlite(db))
  await addLogTime(db)
}

/** A prospect's timeline has its messages and audit entries in the order they were recorded. */
async function addLogTime(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('outreach_messages')
    .addColumn('logged_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  // A reply has only its day.
  await sql`update outreach_messages
    set logged_at = case when kind = 'mail' then at else at + 86399999 end`.execute(db)
}

async function unlockedOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_log disable trigger audit_log_no_change`.execute(db)
  await removeContacts(db)
  await sql`alter table audit_log enable trigger audit_log_no_change`.execute(db)
}

async function unlockedOnSqlite(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master
    where type = 'trigger' and name = 'audit_log_no_update'`.execute(db)
  await sql`drop trigger audit_log_no_update`.execute(db)
  await removeContacts(db)
  for (const trigger of rows) await sql.raw(trigger.sql).execute(db)
}

/** Tells which facts stay, by their object's type. */
const stays: Readonly<Record<string, (name: string) => boolean>> = {
  prospect: among(
    ...['state', 'nextAction', 'templateId', 'campaign', 'outcome', 'because', 'backlink'],
  ),
  opt_out: among('prospects'),
  mail: among('state', 'original'),
  backlink: (name) => name !== 'contactEmail' && name !== 'notes',
}
const pageSize = 500

function among(...names: string[]) {
  return (name: string) => names.includes(name)
}

type Entry = { seq: number; object_type: string; before: string | null; after: string | null }

async function removeContacts(db: Kysely<unknown>): Promise<void> {
  // Without a sentence and a name of their own, entries are shown in the words for their action.
  await sql`update audit_log set sentence = null, object_label = null
    where object_type in ('prospect', 'opt_out', 'mail') and sentence is not null`.execute(db)
  const types = sql.join(Object.keys(stays).map((type) => sql`${type}`))
  let last = 0
  for (;;) {
    const { rows } = await sql<Entry>`
      select seq, object_type, "before", "after" from audit_log
      where object_type in (${types}) and seq > ${last} order by seq limit ${sql.lit(pageSize)}
    `.execute(db)
    for (const { seq, object_type, before, after } of rows) {
      const facts = (text: string | null) => text && withoutContacts(text, stays[object_type])
      await sql`update audit_log set "before" = ${facts(before)}, "after" = ${facts(after)}
        where seq = ${seq}`.execute(db)
    }
    last = rows.at(-1)?.seq ?? last
    if (rows.length < pageSize) return
  }
}

function withoutContacts(facts: string, isKept: ((name: string) => boolean) | undefined): string {
  const kept = Object.entries(JSON.parse(facts)).filter(([name]) => isKept?.(name))
  return JSON.stringify(Object.fromEntries(kept))
}
