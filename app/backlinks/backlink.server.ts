import type { Insertable, Kysely, Selectable } from 'kysely'
import { type Actor, type AuditFacts, recordAudit } from '#app/audit/audit.server.ts'
import { db } from '#db/client.ts'
import { inTransaction } from '#db/in-transaction.ts'
import type { BacklinkStatus, BacklinksTable, Database } from '#db/schema.ts'
import type { CrawlIssue } from './checker/link-checker.server.ts'
import { type BacklinkFields, dayText, searchColumns } from './fields.server.ts'

/** A backlink as operators see it; times in unix milliseconds. */
export type Backlink = BacklinkFields & {
  id: number
  checking: boolean
  lastCheckedAt: number | null
  /** How many checks in a row found the page without the link. */
  misses: number
  lastStatusCode: number | null
  finalUrl: string | null
  foundAnchor: string | null
  rel: string | null
  /** Why the last check could say nothing. */
  crawlIssue: CrawlIssue | null
  /** Whether a check found the link gone, and no one has taken note yet. */
  alert: boolean
}

export const objectOf = (id: number) => ({ type: 'backlink', id: `backlink-${id}` })

/** More rows than a page shows cannot be ticked. */
export const bulkLimit = 200

export async function findBacklink(id: number): Promise<Backlink | null> {
  const [backlink] = await findBacklinks([id])
  return backlink ?? null
}

/** In the order of the ids; those that are gone are left out. */
export async function findBacklinks(ids: readonly number[]): Promise<Backlink[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('backlinks')
    .selectAll()
    .where('seq', 'in', [...new Set(ids)])
    .execute()
  const byId = new Map(rows.map((row) => [row.seq, backlinkOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export type BacklinkCounts = Record<BacklinkStatus | 'all', number> & {
  /** 0 to 100; null without any backlink. */
  averageAuthority: number | null
}

/** How many there are, by status; read from counts that the database keeps. */
export async function countBacklinks(): Promise<BacklinkCounts> {
  const rows = await db.selectFrom('backlink_counts').selectAll().execute()
  const counts = { all: 0, active: 0, pending: 0, lost: 0, broken: 0 }
  let sum = 0
  for (const { status, n, authority_sum } of rows) {
    counts[status] += n
    counts.all += n
    sum += authority_sum
  }
  return { ...counts, averageAuthority: counts.all === 0 ? null : sum / counts.all }
}

/** The id of the new backlink; null when its page is in the list already. */
export async function createBacklink(
  fields: BacklinkFields,
  actor: Actor,
  executor?: Kysely<Database>,
): Promise<number | null> {
  const create = async (trx: Kysely<Database>) => {
    const id = await insertBacklink(fields, trx)
    if (id !== null) {
      const after = factsOf(fields)
      await recordAudit({ actor, action: 'backlink.created', object: objectOf(id), after }, trx)
    }
    return id
  }
  return executor === undefined ? db.transaction().execute(create) : create(executor)
}

/** Adds many at once, those whose page is in the list already left out; gives how many. */
export async function importBacklinks(
  all: readonly BacklinkFields[],
  actor: Actor,
): Promise<{ added: number; known: number }> {
  return db.transaction().execute(async (trx) => {
    let added = 0
    for (const fields of all) if ((await insertBacklink(fields, trx)) !== null) added += 1
    const known = all.length - added
    const object = { type: 'backlink', id: null }
    await recordAudit({ actor, action: 'backlinks.imported', object, after: { added, known } }, trx)
    return { added, known }
  })
}

/** Which of some pages are in the list already, by their `urlKey`. */
export async function knownUrlKeys(keys: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (let at = 0; at < keys.length; at += 500) {
    const rows = await db
      .selectFrom('backlinks')
      .select('url_key')
      .where('url_key', 'in', keys.slice(at, at + 500))
      .execute()
    for (const { url_key } of rows) known.add(url_key)
  }
  return known
}

export type UpdateBacklinkResult = { ok: true } | { ok: false; problem: 'not_found' | 'url_taken' }

/** Saves what an operator wrote; with it they have taken note of what checks had found. */
export async function updateBacklink(
  id: number,
  fields: BacklinkFields,
  actor: Actor,
): Promise<UpdateBacklinkResult> {
  return db.transaction().execute(async (trx) => {
    const columns = searchColumns(fields)
    const other = await trx
      .selectFrom('backlinks')
      .select('seq')
      .where('url_key', '=', columns.url_key)
      .where('seq', '!=', id)
      .executeTakeFirst()
    if (other !== undefined) return { ok: false, problem: 'url_taken' }
    const row = await trx
      .updateTable('backlinks')
      .set({ alert: 0 })
      .where('seq', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return { ok: false, problem: 'not_found' }
    const before = factsOf(backlinkOf(row))
    const after = factsOf(fields)
    const changed = Object.keys(after).filter((name) => before[name] !== after[name])
    if (changed.length === 0) return { ok: true }
    await trx
      .updateTable('backlinks')
      .set({
        ...rowOf(fields),
        ...columns,
        updated_at: Date.now(),
        // Another page, or the operator's own word on it: what checks counted is void.
        ...((fields.url !== row.url || fields.status !== row.status) && { misses: 0 }),
      })
      .where('seq', '=', id)
      .execute()
    const pick = (facts: AuditFacts) =>
      Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]))
    await recordAudit(
      {
        actor,
        action: 'backlink.changed',
        object: objectOf(id),
        before: pick(before),
        after: pick(after),
      },
      trx,
    )
    return { ok: true }
  })
}

/**
 * Where many backlinks are changed: in a transaction of its own, or in that of `executor`. `isPart`
 * is for a part of a larger change that has one audit entry as a whole.
 */
export type ChangeScope = { executor?: Kysely<Database>; isPart?: boolean }

/** Deletes up to `bulkLimit` with their checks; gives how many there were. */
export async function deleteBacklinks(
  ids: readonly number[],
  actor: Actor,
  { executor = db, isPart = false }: ChangeScope = {},
): Promise<number> {
  return inTransaction(executor, async (trx) => {
    const rows = await trx
      .deleteFrom('backlinks')
      .where('seq', 'in', ids.slice(0, bulkLimit))
      .returningAll()
      .execute()
    if (isPart) return rows.length
    await recordAudit(
      rows.map((row) => ({
        actor,
        action: 'backlink.deleted' as const,
        object: objectOf(row.seq),
        before: factsOf(backlinkOf(row)),
      })),
      trx,
    )
    return rows.length
  })
}

/** Those that a check found gone and no one has taken note of, and how many there are in all. */
export async function lostBacklinks(limit: number): Promise<{ all: number; first: Backlink[] }> {
  const lost = db.selectFrom('backlinks').where('alert', '=', 1)
  const { n } = await lost
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const rows = await lost.selectAll().orderBy('seq', 'desc').limit(limit).execute()
  return { all: n, first: rows.map(backlinkOf) }
}

/** The operator has taken note of all that checks found gone, or of one. */
export async function noteLostBacklinks(actor: Actor, id: number | null = null): Promise<number> {
  return db.transaction().execute(async (trx) => {
    let update = trx.updateTable('backlinks').set({ alert: 0 }).where('alert', '=', 1)
    if (id !== null) update = update.where('seq', '=', id)
    const n = Number((await update.executeTakeFirst()).numUpdatedRows)
    if (n > 0) {
      const object = id === null ? { type: 'backlink', id: null } : objectOf(id)
      await recordAudit({ actor, action: 'backlinks.noted', object, after: { noted: n } }, trx)
    }
    return n
  })
}

async function insertBacklink(
  fields: BacklinkFields,
  executor: Kysely<Database>,
): Promise<number | null> {
  const now = Date.now()
  const row: Insertable<BacklinksTable> = {
    ...rowOf(fields),
    ...searchColumns(fields),
    created_at: now,
    updated_at: now,
  }
  const added = await executor
    .insertInto('backlinks')
    .values(row)
    .onConflict((conflict) => conflict.column('url_key').doNothing())
    .returning('seq')
    .executeTakeFirst()
  return added?.seq ?? null
}

function rowOf(fields: BacklinkFields) {
  return {
    domain: fields.domain,
    url: fields.url,
    anchor_text: fields.anchorText,
    status: fields.status,
    domain_authority: fields.domainAuthority,
    date_acquired: fields.dateAcquired ?? 0,
    contact_email: fields.contactEmail,
    notes: fields.notes,
  }
}

function factsOf(fields: BacklinkFields): Record<string, string | number | null> {
  return {
    domain: fields.domain,
    url: fields.url,
    anchorText: fields.anchorText,
    status: fields.status,
    domainAuthority: fields.domainAuthority,
    dateAcquired: dayText(fields.dateAcquired),
    contactEmail: fields.contactEmail,
    notes: fields.notes,
  }
}

function backlinkOf(row: Selectable<BacklinksTable>): Backlink {
  return {
    id: row.seq,
    domain: row.domain,
    url: row.url,
    anchorText: row.anchor_text,
    status: row.status,
    domainAuthority: row.domain_authority,
    dateAcquired: row.date_acquired === 0 ? null : row.date_acquired,
    contactEmail: row.contact_email,
    notes: row.notes,
    checking: row.check_requested_at !== null,
    lastCheckedAt: row.last_checked_at === 0 ? null : row.last_checked_at,
    misses: row.misses,
    lastStatusCode: row.last_status_code,
    finalUrl: row.final_url,
    foundAnchor: row.found_anchor,
    rel: row.rel,
    // Written by the checks alone.
    crawlIssue: row.crawl_issue as CrawlIssue | null,
    alert: row.alert === 1,
  }
}
