import { counterNoticeWindow } from '#app/dmca/business-days.ts'
import { fileNotice } from '#app/dmca/filing.server.ts'
import { reportNumber } from '#app/dmca/report.ts'
import { dayOf } from '#app/time/calendar-day.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import { db } from '../engine.ts'
import type { PostStatus } from '../schema.ts'
import { demoOperator, demoPostId, type SeedPlan } from './plan.ts'
import type { Random } from './random.ts'
import { insertAll, madeUpPerson, subjects } from './words.ts'

export type Decision = { to: PostStatus; at: number; reason: string; reportId: number | null }

/** Days since the event before, and the note. */
const events = {
  approved: [1, ''],
  rejected: [2, 'The notice names no work that you could be the owner of.'],
  asked: [1, 'Please tell us where the original was published.'],
  answered: [3, 'It has been on our own page since the spring.'],
  counter_notice: [4, ''],
  restored: [19, ''],
} as const
/** Events of each report in turn. */
const courses: (keyof typeof events)[][] = [
  ['approved'],
  [],
  ['rejected'],
  ['approved', 'counter_notice'],
  ['asked'],
  ['asked', 'answered', 'approved'],
  ['approved', 'counter_notice', 'restored'],
  ['asked', 'answered'],
]
type Draft = { posts: number[]; course: (keyof typeof events)[]; submittedAt: number }

/** Adds reports in every state. Returns decisions about the posts they name. */
export async function seedReports(plan: SeedPlan): Promise<Map<number, Decision[]>> {
  const random = plan.randomFor('reports')
  const drafts = Array.from({ length: Math.min(1_000, Math.floor(plan.rows / 12)) }, (_, n) => {
    const posts = Array.from({ length: random.between(1, 3) }, (_, index) => n * 12 + index)
    const course = courses[n % courses.length] ?? []
    // Waiting reports are a few days old, others a few weeks.
    const isOpen = !/approved|rejected|restored/.test(course.at(-1) ?? '')
    const idleMs = random.below((isOpen ? 5 : 40) * dayMs) + hourMs
    const days = course.reduce((sum, kind) => sum + events[kind][0], 0)
    return { posts, course, submittedAt: plan.now - idleMs - days * dayMs }
  })
  drafts.sort((a, b) => a.submittedAt - b.submittedAt)
  const decisions = new Map<number, Decision[]>()
  for (const [n, draft] of drafts.entries()) {
    const made = await seedReport(n, draft, random)
    for (const post of draft.posts) decisions.set(post, made)
  }
  return decisions
}

async function seedReport(n: number, draft: Draft, random: Random): Promise<Decision[]> {
  const { posts, course, submittedAt } = draft
  const reportId = await file(n, draft, random)
  const operator = demoOperator(reportId)
  const decisions: Decision[] = []
  let [at, decidedAt] = [submittedAt, 0]
  for (const kind of course) {
    const [days, note] = events[kind]
    at += days * dayMs
    if (kind === 'approved' || kind === 'rejected') decidedAt = at
    const actor = kind === 'answered' ? 'claimant' : operator
    const by = { actor_id: actor === operator ? operator : null, actor_label: actor }
    await insertAll('dmca_report_events', [{ report_id: reportId, at, kind, note, ...by }])
    const why = kind === 'approved' ? 'Approval of' : 'Counter-notice to'
    const to = kind === 'approved' ? 'removed' : 'active'
    const reason = `${why} ${reportNumber(reportId)}`
    if (kind === 'approved' || kind === 'restored') decisions.push({ to, at, reason, reportId })
    if (kind !== 'counter_notice') continue
    const { earliest, latest } = counterNoticeWindow(dayOf(at))
    const isWaiting = !course.includes('restored')
    await insertAll('dmca_counter_notices', [
      {
        report_id: reportId,
        status: isWaiting ? 'waiting' : 'restored',
        received_on: dayOf(at),
        earliest_on: earliest,
        latest_on: latest,
        sender_name: 'Mika Maker',
        sender_address: '2 Example Street\n00000 Demo Town',
        sender_phone: '',
        sender_email: `maker${reportId}@post.demo.example`,
        statement: 'The clip is mine, and was removed by mistake. I consent to the jurisdiction.',
        signature: 'Mika Maker',
        post_ids: JSON.stringify(posts.map(demoPostId)),
        recorded_at: at,
        ended_at: isWaiting ? null : at + events.restored[0] * dayMs,
      },
    ])
  }
  const status = course.includes('approved') ? 'resolved' : decidedAt > 0 ? 'rejected' : 'pending'
  const change = { status, decided_at: decidedAt, version: course.length + 1 } as const
  await db.updateTable('dmca_reports').set(change).where('id', '=', reportId).execute()
  const held = decisions.at(-1)?.to === 'removed' ? 1 : 0
  await db
    .updateTable('dmca_report_posts')
    .set({ held })
    .where('report_id', '=', reportId)
    .execute()
  return decisions
}

/** Files a notice as the public form would. Returns the report's id. */
async function file(n: number, { posts, submittedAt }: Draft, random: Random): Promise<number> {
  const { name, email } = madeUpPerson(random, n)
  const named = posts.map((post) => {
    const postId = demoPostId(post)
    return { postId, line: `https://www.tiktok.com/@demo/video/${postId}` }
  })
  const notice = {
    claimantName: name,
    company: '',
    postalAddress: '1 Example Street\n00000 Demo Town',
    phone: '',
    email,
    workTitle: `Our video: ${random.pick(subjects)}`,
    workDescription: 'A clip that we filmed and cut ourselves, with our own music.',
    workAddresses: `https://works.demo.example/${n}`,
    links: [],
    remarks: '',
    signature: name,
    capacity: 'owner' as const,
    ownerName: '',
  }
  const language = random.pickEarly(['en', 'es', 'de', 'fr', 'pt'] as const)
  const from = { clientAddress: `10.${n >> 8}.${n & 255}.1`, language, stamp: 'demo' }
  const filed = await fileNotice(notice, named, from, submittedAt)
  if (!filed.ok) throw new Error(`A made-up notice was refused: ${filed.problem}`)
  return filed.reportId
}
