import type { Kysely } from 'kysely'
import { counterNoticeWindow } from '#app/dmca/business-days.ts'
import { declarations } from '#app/dmca/declarations.ts'
import { statusToken } from '#app/dmca/mail.server.ts'
import { reportSearchColumns } from '#app/dmca/report.server.ts'
import { reportNumber } from '#app/dmca/report.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { dayOf } from '#app/time/calendar-day.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import { lastNumber } from '../engine.ts'
import type { Database, DmcaEventKind, DmcaStatus } from '../schema.ts'
import { demoOperator, demoPostId, type SeedPlan } from './plan.ts'
import type { Decision } from './posts.ts'
import type { Random } from './random.ts'
import { insertRows } from './steps.ts'
import type { PostUse } from './visits.ts'
import { madeUpPerson } from './words.ts'

/** What became of a report, one after the other, and so how often each comes up. */
const courses: DmcaEventKind[][] = [
  ['approved'],
  [],
  ['rejected'],
  ['approved', 'counter_notice'],
  ['asked'],
  ['approved'],
  ['asked', 'answered', 'approved'],
  ['rejected'],
  ['approved', 'counter_notice', 'restored'],
  ['asked', 'answered'],
  ['approved'],
  ['rejected', 'reopened'],
  ['approved', 'counter_notice', 'counter_closed'],
  ['approved'],
]

const notes: Partial<Record<DmcaEventKind, string>> = {
  rejected: 'The notice names no work of which you could be the owner.',
  asked: 'Please tell us where the original was published.',
  answered: 'It has been on our own page since the spring.',
  reopened: 'The claimant has sent what was missing.',
  counter_closed: 'The claimant has filed an action.',
}

type Step = { kind: DmcaEventKind; at: number }
type Draft = { posts: number[]; steps: Step[] }
type Report = Draft & { id: number }

const submittedAt = ({ steps }: Draft) => steps[0]?.at ?? 0

/** Reports in every state; gives what was decided about the posts that they name. */
export async function seedReports(
  plan: SeedPlan,
  uses: readonly PostUse[],
): Promise<Map<number, Decision[]>> {
  const random = plan.random.fork('reports')
  const first = (await lastNumber('dmca_reports')) + 1
  const decisions = new Map<number, Decision[]>()
  // Their numbers are in the order of their coming.
  const drafts = Array.from({ length: plan.reports }, (_, n) => madeUpReport(n, plan, uses, random))
  drafts.sort((a, b) => submittedAt(a) - submittedAt(b))
  const make = (n: number) => {
    const report: Report = { ...(drafts[n] ?? { posts: [], steps: [] }), id: first + n }
    const made = decisionsOf(report, n)
    if (made.length > 0) for (const post of report.posts) decisions.set(post, made)
    return { report, row: reportRow(report, random), n }
  }
  await insertRows(plan.reports, make, async (trx, made) => {
    await trx
      .insertInto('dmca_reports')
      .values(made.map(({ row }) => row))
      .execute()
    await insertParts(trx, made)
  })
  return decisions
}

function madeUpReport(
  n: number,
  { now }: SeedPlan,
  uses: readonly PostUse[],
  random: Random,
): Draft {
  const posts = Array.from({ length: random.between(1, 3) }, (_, index) => n * 12 + index)
  const course = courses[n % courses.length] ?? []
  // Once it was blocked no one could look it up any more.
  const lastUse = Math.max(...posts.map((post) => uses[post]?.lastSeenAt ?? 0), now - 80 * dayMs)
  const decided = Math.min(now - hourMs, lastUse + random.between(1, 30) * hourMs)
  const steps: Step[] = []
  if (course.length === 0) return { posts, steps: [{ kind: 'submitted', at: decided }] }
  const before = course.findIndex((kind) => kind === 'approved' || kind === 'rejected')
  const lead = before === -1 ? course.length : before
  for (const [index, kind] of (['submitted', ...course] as const).entries()) {
    const late = index - 1 - lead
    const at = late < 0 ? decided + late * random.between(5, 40) * hourMs : decided
    const earliest = (steps.at(-1)?.at ?? 0) + 60_000
    const after = late > 0 ? random.between(2, 20) * hourMs : 0
    steps.push({ kind, at: Math.min(now, Math.max(earliest, at + after)) })
  }
  return { posts, steps }
}

function statusOf({ steps }: Report): { status: DmcaStatus; decidedAt: number } {
  const last = steps.findLast(({ kind }) => ['approved', 'rejected', 'reopened'].includes(kind))
  if (last === undefined || last.kind === 'reopened') return { status: 'pending', decidedAt: 0 }
  return { status: last.kind === 'approved' ? 'resolved' : 'rejected', decidedAt: last.at }
}

const stepOf = ({ steps }: Report, kind: DmcaEventKind) => steps.find((step) => step.kind === kind)

function decisionsOf(report: Report, operator: number): Decision[] {
  const number = reportNumber(report.id)
  const approved = stepOf(report, 'approved')
  const restored = stepOf(report, 'restored')
  const common = { operator, reportId: report.id }
  const decisions: Decision[] = []
  if (approved !== undefined) {
    const reason = `${number} was approved`
    decisions.push({ ...common, from: 'active', to: 'removed', at: approved.at, reason })
  }
  if (restored !== undefined) {
    const reason = `Counter-notice to ${number}`
    decisions.push({ ...common, from: 'removed', to: 'active', at: restored.at, reason })
  }
  return decisions
}

const works = [
  'Paper lamp tutorial',
  'One-string song',
  'Slow turtle diary',
  'Fog run',
  'Tiny yard',
]

function reportRow(report: Report, random: Random) {
  const { name, email } = madeUpPerson(random, report.id)
  const title = `${random.pick(works)}, part ${random.between(1, 40)}`
  const isAgent = random.chance(0.25)
  const contentHash = sha256(`demo ${report.id}`)
  const { status, decidedAt } = statusOf(report)
  return {
    id: report.id,
    status,
    version: report.steps.length,
    submitted_at: submittedAt(report),
    decided_at: decidedAt,
    claimant_name: name,
    company: isAgent ? 'Demo Rights Office' : '',
    postal_address: '1 Example Street\n00000 Demo Town',
    phone: '',
    email,
    work_title: title,
    work_description: 'A clip that we filmed and cut ourselves, with our own music.',
    work_addresses: `https://works.demo.example/${report.id}`,
    remarks: '',
    declarations_version: declarations.version,
    good_faith_text: declarations.goodFaith,
    accuracy_text: declarations.accuracy,
    signature: name,
    capacity: isAgent ? ('agent' as const) : ('owner' as const),
    owner_name: isAgent ? 'Demo Films' : '',
    language: random.pickEarly(['en', 'es', 'de', 'fr', 'pt']),
    content_hash: contentHash,
    status_token_hash: sha256(statusToken(contentHash)),
    network_hash: null,
    ...reportSearchColumns(report.id, title, name),
  }
}

type Made = { report: Report; row: ReturnType<typeof reportRow>; n: number }

async function insertParts(trx: Kysely<Database>, made: Made[]): Promise<void> {
  const posts = made.flatMap(({ report }) => {
    const held = stepOf(report, 'approved') !== undefined && !stepOf(report, 'restored')
    return report.posts.map((post) => ({
      report_id: report.id,
      post_id: demoPostId(post),
      line: `https://www.tiktok.com/@demo/video/${demoPostId(post)}`,
      held: held ? 1 : 0,
    }))
  })
  await trx.insertInto('dmca_report_posts').values(posts).execute()
  const events = made.flatMap(({ report, n }) =>
    report.steps.map(({ kind, at }) => ({
      report_id: report.id,
      at,
      kind,
      ...(kind === 'submitted' || kind === 'answered'
        ? { actor_id: null, actor_label: 'claimant' }
        : { actor_id: demoOperator(n), actor_label: demoOperator(n) }),
      note: notes[kind] ?? '',
    })),
  )
  await trx.insertInto('dmca_report_events').values(events).execute()
  const counterNotices = made.flatMap((one) => counterNoticeRow(one) ?? [])
  if (counterNotices.length === 0) return
  await trx.insertInto('dmca_counter_notices').values(counterNotices).execute()
}

function counterNoticeRow({ report }: Made) {
  const received = stepOf(report, 'counter_notice')
  if (received === undefined) return null
  const restored = stepOf(report, 'restored')
  const closed = stepOf(report, 'counter_closed')
  const receivedOn = dayOf(received.at)
  const { earliest, latest } = counterNoticeWindow(receivedOn)
  return {
    report_id: report.id,
    status: restored ? ('restored' as const) : closed ? ('closed' as const) : ('waiting' as const),
    received_on: receivedOn,
    earliest_on: earliest,
    latest_on: latest,
    sender_name: 'Demo maker',
    sender_address: '2 Example Street\n00000 Demo Town',
    sender_phone: '',
    sender_email: `maker${report.id}@post.demo.example`,
    statement: 'The clip is mine, and was removed by mistake. I consent to the jurisdiction.',
    signature: 'Demo maker',
    post_ids: JSON.stringify(report.posts.map(demoPostId)),
    recorded_at: received.at,
    ended_at: restored?.at ?? closed?.at ?? null,
  }
}
