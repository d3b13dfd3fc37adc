import type { Insertable, Kysely } from 'kysely'
import type { Actor } from '#app/audit/audit.server.ts'
import { type CountedNetwork, networksOf } from '#app/http/ip-address.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { deriveKeys, sign, signWithEach } from '#app/secrets/secrets.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { dayMs } from '#app/time/durations.ts'
import { publish } from '#app/webhooks/publish.server.ts'
import { db, transact } from '#db/engine.ts'
import type { Database, DmcaReportsTable } from '#db/schema.ts'
import { contains } from '#db/text-conditions.ts'
import { declarations } from './declarations.ts'
import { statusToken } from './mail.server.ts'
import type { NamedPost, Notice } from './notice.server.ts'
import { recordEvent } from './record.server.ts'
import { reportSearchColumns } from './report.server.ts'

/** Notices per day for the sender's narrowest network; wider ones can file more. */
const dailyLimit = 5

const claimant: Actor = { id: null, label: 'claimant', requestId: null }

const networkKeys = deriveKeys('dmca networks')

export type FilingResult =
  | { ok: true; reportId: number; token: string }
  | { ok: false; problem: 'daily_limit'; retryAfterSeconds: number }

/**
 * Files a notice as a pending report and acknowledges it to the claimant. Sending the same form
 * twice files one report. The form's `stamp` distinguishes two notices with the same words.
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
    const reportId = await insertReport(trx, notice, {
      language: from.language,
      content_hash: contentHash,
      status_token_hash: sha256(token),
      network_hash: networks.map(({ network }) => sign(networkKeys, network)).join(' '),
      submitted_at: now,
    })
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
    await publish(trx, 'takedown.received', { report: reportId })
    topicChanged('dashboard')
    return { ok: true, reportId, token }
  })
}

/** Returns the seconds until all of an address's networks can file again; 0 if they can now. */
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
      // Only reports of the last day have hashes, so few rows are read.
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

/** The hashes only serve the limit, so they are removed when it has passed. */
async function forgetNetworks(trx: Kysely<Database>, before: number): Promise<void> {
  await trx
    .updateTable('dmca_reports')
    .set({ network_hash: null })
    .where('network_hash', 'is not', null)
    .where('submitted_at', '<=', before)
    .execute()
}

async function insertReport(
  trx: Kysely<Database>,
  notice: Notice,
  sent: Pick<
    Insertable<DmcaReportsTable>,
    'language' | 'content_hash' | 'status_token_hash' | 'network_hash' | 'submitted_at'
  >,
): Promise<number> {
  // The search column contains the number, known only after the insert.
  const { id } = await trx
    .insertInto('dmca_reports')
    .values({
      ...sent,
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
