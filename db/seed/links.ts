import { type CheckedStatus, statusAfterCheck } from '#app/backlinks/check-record.server.ts'
import { searchColumns } from '#app/backlinks/fields.server.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import type { SeedPlan } from './plan.ts'
import type { Random } from './random.ts'
import { insertRows, lastNumber } from './steps.ts'
import { madeUpHost } from './words.ts'

const anchors = ['clean clips', 'save videos', 'this site', 'here', 'video without a watermark']
/** So many backlinks have a history of checks; further ones have one each. */
const checkedLimit = 5_000

type Check = ReturnType<typeof madeUpCheck>['row']

/** Backlinks in every state with their checks; returns the first one's number. */
export async function seedLinks(plan: SeedPlan): Promise<number> {
  const random = plan.random.fork('backlinks')
  const first = (await lastNumber('backlinks')) + 1
  const make = (n: number) => madeUpBacklink(n, first + n, plan.now, random)
  await insertRows(plan.backlinks, make, async (trx, made) => {
    await trx
      .insertInto('backlinks')
      .values(made.map(({ row }) => row))
      .execute()
    const checks = made.flatMap(({ checks }) => checks)
    if (checks.length > 0) await trx.insertInto('backlink_checks').values(checks).execute()
  })
  return first
}

function madeUpBacklink(n: number, seq: number, now: number, random: Random) {
  const domain = madeUpHost(random, n)
  const url = `https://${domain}/${random.pick(['tools', 'list', 'notes/saving-clips', 'links'])}`
  const anchorText = random.pickEarly(anchors)
  const createdAt = now - random.between(3, 380) * dayMs
  const waits = random.chance(0.12)
  let before: CheckedStatus = { status: waits ? 'pending' : 'active', misses: 0 }
  const checks: Check[] = []
  // Checked within the last day, so that the first weekly round leaves them as they are.
  const weeks = Math.floor((now - createdAt - dayMs) / dayMs / 7) + 1
  const looks = waits ? 0 : Math.min(n < checkedLimit ? 6 : 1, weeks)
  const fate = random.chance(0.08) ? 'missing' : random.chance(0.06) ? 'http_error' : 'found'
  for (let ago = looks - 1; ago >= 0; ago -= 1) {
    const at = now - ago * 7 * dayMs - random.between(1, 18) * hourMs
    const outcome = random.chance(0.04) ? 'issue' : ago <= 1 ? fate : 'found'
    const { row, after } = madeUpCheck({ seq, at, outcome, before, url, anchorText }, random)
    checks.push(row)
    before = after
  }
  const last = checks.at(-1)
  const fields = {
    domain,
    url,
    anchorText,
    status: before.status,
    domainAuthority: Math.min(100, random.tail(70) + random.below(30)),
    dateAcquired: waits ? null : Math.floor(createdAt / dayMs) * dayMs,
    contactEmail: random.chance(0.5) ? `editor@${domain}` : '',
    notes: random.chance(0.2) ? 'Found through the press kit.' : '',
  }
  const row = {
    seq,
    domain,
    url,
    ...searchColumns(fields),
    anchor_text: anchorText,
    status: before.status,
    domain_authority: fields.domainAuthority,
    date_acquired: fields.dateAcquired ?? 0,
    contact_email: fields.contactEmail,
    notes: fields.notes,
    misses: before.misses,
    alert: before.status === 'lost' && random.chance(0.5) ? 1 : 0,
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

function madeUpCheck(
  check: {
    seq: number
    at: number
    outcome: 'found' | 'missing' | 'http_error' | 'issue'
    before: CheckedStatus
    url: string
    anchorText: string
  },
  random: Random,
) {
  const { seq, at, outcome, before, url, anchorText } = check
  const after = statusAfterCheck(before, outcome)
  const row = {
    backlink_id: seq,
    at,
    outcome,
    status_before: before.status,
    status_after: after.status,
    status_code: outcome === 'issue' ? null : outcome === 'http_error' ? 404 : 200,
    final_url: outcome === 'issue' ? null : url,
    anchor: outcome === 'found' ? anchorText : null,
    rel: outcome === 'found' ? random.pickEarly(['', 'nofollow', 'ugc', 'sponsored']) : null,
    issue: outcome === 'issue' ? 'timeout' : null,
  }
  return { row, after }
}
