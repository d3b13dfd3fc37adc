import type { Kysely, Selectable } from 'kysely'
import { recordAudit, systemActor } from '#app/audit/audit.server.ts'
import { foldText } from '#app/lists/fold-case.ts'
import { camelKeys } from '#db/camel-keys.ts'
import { db } from '#db/engine.ts'
import type { BacklinkChecksTable, BacklinkStatus, BacklinksTable, Database } from '#db/schema.ts'
import { backlinkObject } from './audit-objects.ts'
import type { CrawlIssue, LinkCheck } from './checker/link-checker.server.ts'
import { siteDay } from './fields.server.ts'

const historyLength = 50
const missesUntilLost = 2

export type CheckedStatus = { status: BacklinkStatus; misses: number }

/**
 * Returns a backlink's status after a check. A page without the link counts as lost the second time
 * in a row. A check that could not judge the page changes nothing.
 */
export function statusAfterCheck(
  { status, misses }: CheckedStatus,
  outcome: LinkCheck['outcome'],
): CheckedStatus {
  switch (outcome) {
    case 'found':
      return { status: 'active', misses: 0 }
    case 'http_error':
      return { status: 'broken', misses: 0 }
    case 'missing':
      return { status: misses + 1 >= missesUntilLost ? 'lost' : status, misses: misses + 1 }
    case 'issue':
      return { status, misses }
  }
}

/** Records a check's result, unless the backlink's address has changed since. */
export async function recordCheck(
  trx: Kysely<Database>,
  { seq, url }: Pick<Selectable<BacklinksTable>, 'seq' | 'url'>,
  check: LinkCheck,
  now = Date.now(),
): Promise<void> {
  const row = await trx
    .updateTable('backlinks')
    .set({ check_requested_at: null, last_checked_at: now })
    .where('seq', '=', seq)
    .where('url', '=', url)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return
  const { status, misses } = statusAfterCheck(row, check.outcome)
  const found = check.outcome === 'found' ? check : null
  const anchor = row.anchor_text === '' ? (found?.anchor ?? '') : row.anchor_text
  const changed = status !== row.status
  const gone = changed && (status === 'lost' || status === 'broken')
  const alarming = gone && (row.status === 'active' || row.status === 'pending')
  await trx
    .updateTable('backlinks')
    .set({
      status,
      misses,
      alert: status === 'active' ? 0 : alarming ? 1 : row.alert,
      last_status_code: check.statusCode,
      final_url: check.finalUrl,
      found_anchor: found?.anchor ?? null,
      rel: found?.rel ?? null,
      crawl_issue: check.outcome === 'issue' ? check.issue : null,
      ...(found !== null && row.date_acquired === 0 && { date_acquired: siteDay(now) }),
      ...(anchor !== row.anchor_text && {
        anchor_text: anchor,
        search_text: `${foldText(row.domain)}\n${foldText(anchor)}`,
      }),
    })
    .where('seq', '=', seq)
    .execute()
  await trx
    .insertInto('backlink_checks')
    .values({
      backlink_id: seq,
      at: now,
      outcome: check.outcome,
      status_before: row.status,
      status_after: status,
      status_code: check.statusCode,
      final_url: check.finalUrl,
      anchor: found?.anchor ?? null,
      rel: found?.rel ?? null,
      issue: check.outcome === 'issue' ? check.issue : null,
    })
    .execute()
  await trx
    .deleteFrom('backlink_checks')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('backlink_checks')
        .select('id')
        .where('backlink_id', '=', seq)
        .orderBy('id', 'desc')
        .limit(1_000)
        .offset(historyLength),
    )
    .execute()
  if (!changed) return
  await recordAudit(
    {
      actor: systemActor,
      action: 'backlink.status_changed',
      object: backlinkObject(seq, row.domain),
      before: { status: row.status },
      after: { status, outcome: check.outcome, statusCode: check.statusCode },
    },
    trx,
  )
}

/** A stored check; times in unix milliseconds. */
export type PastCheck = ReturnType<typeof pastCheck>

export async function pastChecks(backlinkId: number): Promise<PastCheck[]> {
  const rows = await db
    .selectFrom('backlink_checks')
    .selectAll()
    .where('backlink_id', '=', backlinkId)
    .orderBy('id', 'desc')
    .limit(historyLength)
    .execute()
  return rows.map(pastCheck)
}

function pastCheck(row: Selectable<BacklinkChecksTable>) {
  // Only this module writes the column.
  return { ...camelKeys(row), issue: row.issue as CrawlIssue | null }
}
