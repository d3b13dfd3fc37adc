import type { Kysely } from 'kysely'
import type { Actor } from '#app/audit/audit.server.ts'
import { type CountedNetwork, networksOf } from '#app/http/ip-address.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { topicChanged } from '#app/observe/live-topics.server.ts'
import { deriveKeys, sign, signWithEach } from '#app/secrets/secrets.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { dayMs } from '#app/time/durations.ts'
import { db, transact } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { contains } from '#db/text-conditions.ts'
import { declarations } from './declarations.ts'
import { statusToken } from './mail.server.ts'
import type { NamedPost, Notice } from './notice.server.ts'
import { recordEvent } from './record.server.ts'
import { reportSearchColumns } from './report.server.ts'

/** What the narrowest of a sender's networks may file within a day; wider ones may file more. */
const dailyLimit = 5

const claimant: Actor = { id: null, label: 'claimant', requestId: null }

const networkKeys = deriveKeys('dmca networks')

export type FilingResult =
  | { ok: true; reportId: number; token: string }
  | { ok: false; problem: 'daily_limit'; retryAfterSeconds: number }

/**
 * Files a notice as a pending report, with the acknowledgment to the claimant. The same form sent
 * twice is one report. `stamp` is the form's own: it tells two notices of the same words apart.
 */
export async function fileNotice(
  notice: Notice,
  posts: NamedPost[],
  from: { clientAddress: string; language: Language; stamp: string },
  now = Date.now(),
): Promise<FilingResult> {
  const { links: _, ...elements } = notice
  const contentHash = sha256(JSON.stringify([elements, posts, from.stamp]))
  const token = statusToken(contentHash)
  const networks = networksOf(from.clientAddress)
  return transact(async (trx): Promise<FilingResult> => {
    await forgetNetworks(trx, now - dayMs)
    const sent = await trx
      .selectFrom('dmca_reports')
      .select(['id', 'status_token_hash'])
      .where('content_hash', '=', contentHash)
      .executeTakeFirst()
    if (sent !== undefined) {
      const known = statusToken(contentHash, sent.status_token_hash)
      return { ok: true, reportId: sent.id, token: known ?? token }
    }
    const wait = await secondsToWait(networks, now, trx)
    if (wait > 0) return { ok: false, problem: 'daily_limit', retryAfterSeconds: wait }
    const reportId = await insertReport(
      notice,
      from.language,
      contentHash,
      networks.map(({ network }) => sign(networkKeys, network)).join(' '),
      now,
      trx,
    )
    await trx
      .insertInto('dmca_report_posts')
      .values(posts.map(({ postId, line }) => ({ report_id: reportId, post_id: postId, line })))
      .execute()
    const report = {
      id: reportId,
      email: notice.email,
      language: from.language,
      content_hash: contentHash,
      status_token_hash: sha256(token),
    }
    await recordEvent(trx, report, { kind: 'submitted', actor: claimant, note: '', at: now })
    topicChanged('dashboard')
    return { ok: true, reportId, token }
  })
}

/** Seconds until all of an address's networks may file again; 0 when they may now. */
export function filingWait(clientAddress: string, now = Date.now()): Promise<number> {
  return secondsToWait(networksOf(clientAddress), now, db)
}

async function secondsToWait(
  networks: CountedNetwork[],
  now: number,
  executor: Kysely<Database>,
): Promise<number> {
  let wait = 0
  for (const { network, allowance } of networks) {
    const limit = dailyLimit * allowance
    const hashes = signWithEach(networkKeys, network)
    const rows = await executor
      .selectFrom('dmca_reports')
      .select('submitted_at')
      // Only reports of the last day have any, so that few are looked at.
      .where('network_hash', 'is not', null)
      .where('submitted_at', '>', now - dayMs)
      .where((eb) => eb.or(hashes.map((hash) => contains('network_hash', hash))))
      .orderBy('submitted_at', 'desc')
      .limit(limit)
      .execute()
    const last = rows[limit - 1]
    if (last !== undefined) wait = Math.max(wait, last.submitted_at + dayMs - now, 1000)
  }
  return Math.ceil(wait / 1000)
}

/** The hashes serve the limit alone, and so go with it. */
async function forgetNetworks(trx: Kysely<Database>, before: number): Promise<void> {
  await trx
    .updateTable('dmca_reports')
    .set({ network_hash: null })
    .where('network_hash', 'is not', null)
    .where('submitted_at', '<=', before)
    .execute()
}

async function insertReport(
  notice: Notice,
  language: Language,
  contentHash: string,
  networkHashes: string,
  now: number,
  trx: Kysely<Database>,
): Promise<number> {
  // The search column holds the number, which is known only once the row is there.
  const { id } = await trx
    .insertInto('dmca_reports')
    .values({
      submitted_at: now,
      claimant_name: notice.claimantName,
      company: notice.company,
      postal_address: notice.postalAddress,
      phone: notice.phone,
      email: notice.email,
      work_title: notice.workTitle,
      work_description: notice.workDescription,
      work_addresses: notice.workAddresses,
      remarks: notice.remarks,
      declarations_version: declarations.version,
      good_faith_text: declarations.goodFaith,
      accuracy_text: declarations.accuracy,
      signature: notice.signature,
      capacity: notice.capacity,
      owner_name: notice.ownerName,
      language,
      content_hash: contentHash,
      status_token_hash: sha256(statusToken(contentHash)),
      network_hash: networkHashes,
      title_key: '',
      reporter_key: '',
      search_text: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('dmca_reports')
    .set(reportSearchColumns(id, notice.workTitle, notice.claimantName))
    .where('id', '=', id)
    .execute()
  return id
}
