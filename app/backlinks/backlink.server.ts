import type { Insertable, Kysely, Selectable } from 'kysely'
import { type Actor, type AuditFacts, recordAudit } from '#app/audit/audit.server.ts'
import { db, transact } from '#db/engine.ts'
import { inTransaction } from '#db/in-transaction.ts'
import { reads } from '#db/reads.ts'
import type { BacklinksTable, Database } from '#db/schema.ts'
import { backlinkKey, backlinkObject } from './audit-objects.ts'
import { enqueueChecks } from './check-queue.server.ts'
import type { CrawlIssue } from './checker/link-checker.server.ts'
import { type BacklinkFields, backlinkFieldNames, dayText, searchColumns } from './fields.server.ts'

/** A backlink as operators see it; times in unix milliseconds. */
export type Backlink = ReturnType<typeof backlinkOf>

export const bulkLimit = 200

export async function findBacklink(id: number): Promise<Backlink | null> {
  const [backlink] = await findBacklinks([id])
  return backlink ?? null
}

/** Returns them in the order of the ids, without deleted ones. */
export async function findBacklinks(ids: readonly number[]): Promise<Backlink[]> {
  if (ids.length === 0) return []
  const rows = await reads
    .selectFrom('backlinks')
    .selectAll()
    .where('seq', 'in', [...new Set(ids)])
    .execute()
  const byId = new Map(rows.map((row) => [row.seq, backlinkOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Returns the totals per status, from counts that database triggers keep, and the average
 * authority: 0 to 100, null without backlinks.
 */
export async function countBacklinks() {
  const rows = await reads.selectFrom('backlink_counts').selectAll().execute()
  const counts = { all: 0, active: 0, pending: 0, lost: 0, broken: 0 }
  let sum = 0
  for (const { status, n, authority_sum } of rows) {
    counts[status] += n
    counts.all += n
    sum += authority_sum
  }
  return { ...counts, averageAuthority: counts.all === 0 ? null : sum / counts.all }
}

/** Returns the new backlink's id. Null if its page is already in the list. */
export async function createBacklink(
  fields: BacklinkFields,
  actor: Actor,
  executor: Kysely<Database> = db,
): Promise<number | null> {
  return inTransaction(executor, async (trx) => {
    const added = await trx
      .insertInto('backlinks')
      .values(newRow(fields, null))
      .onConflict((conflict) => conflict.column('url_key').doNothing())
      .returning('seq')
      .executeTakeFirst()
    if (added === undefined) return null
    const object = backlinkObject(added.seq, fields.domain)
    await recordAudit({ actor, action: 'backlink.created', object, after: factsOf(fields) }, trx)
    return added.seq
  })
}

/** Saves an operator's edit, which also acknowledges the checks' findings. Checks a new URL. */
export async function updateBacklink(
  id: number,
  fields: BacklinkFields,
  actor: Actor,
): Promise<{ ok: true } | { ok: false; problem: 'not_found' | 'url_taken' }> {
  return transact(async (trx) => {
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
    const before = backlinkOf(row)
    const changed = backlinkFieldNames.filter((name) => before[name] !== fields[name])
    if (changed.length === 0) return { ok: true }
    const names = new Set<string>(changed)
    const hasMoved = fields.url !== row.url
    await trx
      .updateTable('backlinks')
      .set({
        ...rowOf(fields),
        ...columns,
        updated_at: Date.now(),
        // A new page or a status set by hand resets the count of misses.
        ...((hasMoved || fields.status !== row.status) && { misses: 0 }),
        ...(hasMoved && { check_requested_at: Date.now() }),
      })
      .where('seq', '=', id)
      .execute()
    if (hasMoved) await enqueueChecks(trx)
    const pick = (facts: AuditFacts) =>
      Object.fromEntries(Object.entries(facts).filter(([name]) => names.has(name)))
    await recordAudit(
      {
        actor,
        action: 'backlink.changed',
        object: backlinkObject(id, row.domain),
        before: pick(factsOf(before)),
        after: pick(factsOf(fields)),
      },
      trx,
    )
    return { ok: true }
  })
}

/**
 * Deletes up to `bulkLimit` backlinks with their checks. Returns the number deleted. `isPart`
 * leaves the audit entry to the larger change.
 */
export async function deleteBacklinks(
  ids: readonly number[],
  actor: Actor,
  { executor = db, isPart = false }: { executor?: Kysely<Database>; isPart?: boolean } = {},
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
        object: backlinkObject(row.seq, row.domain),
        before: factsOf(backlinkOf(row)),
      })),
      trx,
    )
    return rows.length
  })
}

/** Returns the first unacknowledged lost backlinks, and their total. */
export async function lostBacklinks(limit: number): Promise<{ all: number; first: Backlink[] }> {
  const lost = reads.selectFrom('backlinks').where('alert', '=', 1)
  const [{ n }, rows] = await Promise.all([
    lost.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    lost.selectAll().orderBy('seq', 'desc').limit(limit).execute(),
  ])
  return { all: n, first: rows.map(backlinkOf) }
}

/** Acknowledges all lost backlinks, or one. Returns the number acknowledged. */
export async function noteLostBacklinks(actor: Actor, id: number | null = null): Promise<number> {
  return transact(async (trx) => {
    let update = trx.updateTable('backlinks').set({ alert: 0 }).where('alert', '=', 1)
    if (id !== null) update = update.where('seq', '=', id)
    const n = Number((await update.executeTakeFirst()).numUpdatedRows)
    if (n > 0) {
      const object = { type: 'backlink', id: id === null ? null : backlinkKey(id) }
      await recordAudit({ actor, action: 'backlinks.noted', object, after: { noted: n } }, trx)
    }
    return n
  })
}

export function newRow(
  fields: BacklinkFields,
  checkRequestedAt: number | null,
): Insertable<BacklinksTable> {
  const now = Date.now()
  return {
    ...rowOf(fields),
    ...searchColumns(fields),
    check_requested_at: checkRequestedAt,
    created_at: now,
    updated_at: now,
  }
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

/** What the audit log keeps for good: nothing about the contact. */
function factsOf(fields: BacklinkFields): AuditFacts {
  return {
    domain: fields.domain,
    url: fields.url,
    anchorText: fields.anchorText,
    status: fields.status,
    domainAuthority: fields.domainAuthority,
    dateAcquired: dayText(fields.dateAcquired),
  }
}

function backlinkOf(row: Selectable<BacklinksTable>) {
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
    /** Consecutive checks that found the page without the link. */
    misses: row.misses,
    lastStatusCode: row.last_status_code,
    finalUrl: row.final_url,
    foundAnchor: row.found_anchor,
    rel: row.rel,
    // Only checks write the column.
    crawlIssue: row.crawl_issue as CrawlIssue | null,
    /** True if a check found the link gone and no operator has acknowledged it. */
    alert: row.alert === 1,
  }
}
