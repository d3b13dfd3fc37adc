import { newRow } from '#app/backlinks/backlink.server.ts'
import { type CheckedStatus, statusAfterCheck } from '#app/backlinks/check-record.server.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import { lastNumber } from '../engine.ts'
import type { BacklinkChecksTable } from '../schema.ts'
import type { SeedPlan } from './plan.ts'
import type { Random } from './random.ts'
import { insertAll, madeUpHost } from './words.ts'

/** Made even for few rows. */
export const fewestLinks = 60
const anchors = ['clean clips', 'save videos', 'this site', 'video without a watermark']
const fates: BacklinkChecksTable['outcome'][][] = [
  ['found', 'found', 'found'],
  ['found', 'issue', 'found'],
  [],
  ['found', 'missing', 'missing'],
  ['found', 'found', 'http_error'],
]

/** Adds backlinks in every state with their checks. Returns the first one's number. */
export async function seedLinks({ now, rows, randomFor }: SeedPlan): Promise<number> {
  const random = randomFor('backlinks')
  const first = (await lastNumber('backlinks')) + 1
  const length = Math.max(fewestLinks, Math.floor(rows / 4))
  const made = Array.from({ length }, (_, n) => madeUpBacklink(n, first + n, now, random))
  const backlinks = made.map(({ row }) => row)
  await insertAll('backlinks', backlinks)
  const checks = made.flatMap((one) => one.checks)
  await insertAll('backlink_checks', checks)
  return first
}

function madeUpBacklink(n: number, seq: number, now: number, random: Random) {
  const domain = madeUpHost(random, n)
  const url = `https://${domain}/${random.pick(['tools', 'list', 'links'])}`
  const anchorText = random.pickEarly(anchors)
  const createdAt = now - random.between(30, 380) * dayMs
  const outcomes = random.pickEarly(fates)
  let state: CheckedStatus = { status: outcomes.length === 0 ? 'pending' : 'active', misses: 0 }
  const checks = outcomes.map((outcome, index) => {
    const before = state.status
    state = statusAfterCheck(state, outcome)
    const isIssue = outcome === 'issue'
    return {
      backlink_id: seq,
      // The last check is within a day, so that none is due.
      at: now - (outcomes.length - 1 - index) * 7 * dayMs - random.between(1, 18) * hourMs,
      outcome,
      status_before: before,
      status_after: state.status,
      status_code: isIssue ? null : outcome === 'http_error' ? 404 : 200,
      final_url: isIssue ? null : url,
      anchor: outcome === 'found' ? anchorText : null,
      rel: outcome === 'found' ? random.pickEarly(['', 'nofollow', 'ugc']) : null,
      issue: isIssue ? 'timeout' : null,
    }
  })
  const last = checks.at(-1)
  const fields = {
    domain,
    url,
    anchorText,
    status: state.status,
    domainAuthority: Math.min(100, random.tail(70) + random.below(30)),
    dateAcquired: last === undefined ? null : Math.floor(createdAt / dayMs) * dayMs,
    contactEmail: random.chance(0.5) ? `editor@${domain}` : '',
    notes: random.chance(0.2) ? 'Found through the press kit.' : '',
  }
  const row = {
    ...newRow(fields, null),
    seq,
    misses: state.misses,
    alert: state.status === 'lost' && random.chance(0.5) ? 1 : 0,
    last_checked_at: last?.at ?? 0,
    last_status_code: last?.status_code ?? null,
    final_url: last?.final_url ?? null,
    found_anchor: last?.anchor ?? null,
    rel: last?.rel ?? null,
    crawl_issue: last?.issue ?? null,
    created_at: createdAt,
    updated_at: last?.at ?? createdAt,
  }
  return { row, checks }
}
