// @module-tag module
import '#tests/support/own-data-dir.ts'

import { afterAll, describe, expect, test } from 'vitest'
import { declarations } from '#app/dmca/declarations.ts'
import { reportNumber } from '#app/dmca/report.ts'
import fc, { cases } from '#tests/support/cases.ts'

const { db } = await import('#db/engine.ts')
const { fileNotice } = await import('#app/dmca/filing.server.ts')
const { findReport, reportsHolding } = await import('#app/dmca/report.server.ts')
const { isPostBlocked } = await import('#app/posts/blocking.server.ts')
const { moderatePosts } = await import('#app/moderation/post-moderation.server.ts')
const { openContent } = await import('#app/mail/outbox.server.ts')
const { systemActor } = await import('#app/audit/audit.server.ts')
const { changeSettings } = await import('#app/settings/settings.server.ts')
const { approveReport, askClaimant, rejectReport, reopenReport } = await import(
  '#app/dmca/decision.server.ts'
)
const { answerOperator, reportStatus } = await import('#app/dmca/status.server.ts')
const { endCounterNotice, recordCounterNotice } = await import('#app/dmca/counter-notice.server.ts')

afterAll(() => db.destroy())

type Status = 'pending' | 'resolved' | 'rejected'
const operators = ['olga', 'otto'].map((name) => ({
  id: name,
  label: `${name}@site.example`,
  requestId: null,
}))
const [olga] = operators as [(typeof operators)[0]]

let serial = 0
async function file(postIds: string[]): Promise<number> {
  return (await fileWithToken(postIds)).reportId
}
async function fileWithToken(postIds: string[]) {
  serial += 1
  const filed = await fileNotice(
    {
      claimantName: 'Ada',
      company: '',
      postalAddress: '1 Long Lane',
      phone: '1',
      email: 'ada@aster.example',
      capacity: 'owner',
      ownerName: '',
      workTitle: 'Film',
      workDescription: 'A film',
      workAddresses: '',
      remarks: '',
      signature: 'Ada',
      links: [],
    },
    postIds.map((postId) => ({ postId, line: postId })),
    { clientAddress: `10.0.${serial >> 8}.${serial & 255}`, language: 'en', stamp: `${serial}` },
  )
  if (!filed.ok) throw new Error('Not filed')
  return filed
}

/** What must be so, told without the database: who holds which post. */
type Model = {
  reports: Map<
    number,
    { status: Status; version: number; posts: string[]; held: Set<string>; waiting: string[][] }
  >
  /** What an operator has removed by hand while no report held it. */
  byHand: Set<string>
}
type Real = { posts: string[]; firstId: number }
type Command = fc.AsyncCommand<Model, Real>

const heldBy = (model: Model, post: string) =>
  [...model.reports.values()].some((report) => report.held.has(post))

/** After each step the database says the same as the model: nothing lost, blocked or freed wrongly. */
async function check(model: Model, real: Real): Promise<void> {
  const reports = Promise.all(
    [...model.reports].map(async ([id, expected]) => {
      const report = await findReport(id)
      expect(report?.status).toBe(expected.status)
      expect(report?.posts.map(({ postId }) => postId).sort()).toEqual(expected.posts.toSorted())
      const held = report?.posts.filter((post) => post.held).map(({ postId }) => postId)
      expect(held?.sort()).toEqual([...expected.held].sort())
    }),
  )
  const [holding, isBlocked] = await Promise.all([
    reportsHolding(real.posts),
    Promise.all(real.posts.map((post) => isPostBlocked(post))),
    reports,
  ])
  for (const [index, post] of real.posts.entries()) {
    const blocked = heldBy(model, post)
    expect(holding.has(post)).toBe(blocked)
    expect(isBlocked[index]).toBe(blocked || model.byHand.has(post))
  }
}

function pickReport(model: Model, at: number) {
  const ids = [...model.reports.keys()]
  const id = ids[at % Math.max(1, ids.length)]
  const report = id === undefined ? undefined : model.reports.get(id)
  return id === undefined || report === undefined ? null : { id, report }
}

class File implements Command {
  readonly at: number[]
  constructor(at: number[]) {
    this.at = at
  }
  check = () => true
  async run(model: Model, real: Real): Promise<void> {
    const posts = [...new Set(this.at.map((n) => real.posts[n % real.posts.length] ?? ''))]
    const id = await file(posts)
    expect(model.reports.has(id)).toBe(false)
    model.reports.set(id, { status: 'pending', version: 1, posts, held: new Set(), waiting: [] })
    await check(model, real)
  }
  toString = () => `file(${this.at})`
}

const decisions = ['approve', 'reject', 'ask', 'reopen'] as const

class Decide implements Command {
  readonly what: (typeof decisions)[number]
  readonly at: number
  readonly stale: boolean
  constructor(what: (typeof decisions)[number], at: number, stale: boolean) {
    this.what = what
    this.at = at
    this.stale = stale
  }
  check = (model: Readonly<Model>) => model.reports.size > 0
  async run(model: Model, real: Real): Promise<void> {
    const picked = pickReport(model, this.at)
    if (picked === null) return
    const { id, report } = picked
    const seen = { id, version: this.stale ? report.version - 1 : report.version }
    const act = {
      approve: approveReport,
      reject: rejectReport,
      ask: askClaimant,
      reopen: reopenReport,
    }
    const result = await act[this.what](seen, 'because', olga)
    const pending = report.status === 'pending'
    const fits = !this.stale && (this.what === 'reopen' ? !pending : pending)
    expect(result.ok).toBe(fits)
    if (fits) {
      report.version += 1
      if (this.what === 'approve') {
        report.status = 'resolved'
        report.held = new Set(report.posts)
      }
      if (this.what === 'reject') report.status = 'rejected'
      if (this.what === 'reopen') {
        report.status = 'pending'
        report.held = new Set()
        report.waiting = []
      }
    } else if (!result.ok && result.problem === 'handled') {
      expect(result.status).toBe(report.status)
    }
    await check(model, real)
  }
  toString = () => `${this.what}(${this.at}${this.stale ? ', stale' : ''})`
}

/** Two operators at the same moment: one of them is told. */
class Race implements Command {
  readonly at: number
  constructor(at: number) {
    this.at = at
  }
  check = (model: Readonly<Model>) => model.reports.size > 0
  async run(model: Model, real: Real): Promise<void> {
    const picked = pickReport(model, this.at)
    if (picked === null) return
    const { id, report } = picked
    const seen = { id, version: report.version }
    const results = await Promise.all(
      operators.map((operator) => approveReport(seen, '', operator)),
    )
    const done = results.filter((result) => result.ok).length
    expect(done).toBe(report.status === 'pending' ? 1 : 0)
    if (done === 1) {
      report.version += 1
      report.status = 'resolved'
      report.held = new Set(report.posts)
    }
    await check(model, real)
  }
  toString = () => `race(${this.at})`
}

class Counter implements Command {
  readonly at: number
  readonly end: 'restored' | 'closed'
  constructor(at: number, end: 'restored' | 'closed') {
    this.at = at
    this.end = end
  }
  check = (model: Readonly<Model>) => model.reports.size > 0
  async run(model: Model, real: Real): Promise<void> {
    const picked = pickReport(model, this.at)
    if (picked === null) return
    const { id, report } = picked
    const about = report.posts.slice(0, 1)
    const notice = {
      receivedOn: '2026-03-02',
      senderName: 'Cleo',
      senderAddress: '2 Short Street',
      senderPhone: '2',
      senderEmail: '',
      statement: 'A mistake',
      signature: 'Cleo',
      postIds: about,
    }
    const recorded = await recordCounterNotice({ id, version: report.version }, notice, olga)
    const fits = report.status === 'resolved' && about.some((post) => report.held.has(post))
    expect(recorded.ok).toBe(fits)
    if (!recorded.ok) return check(model, real)
    report.version += 1
    await check(model, real)
    const waiting = (await findReport(id))?.counterNotices.at(-1)
    const ended = await endCounterNotice(
      { id, version: report.version },
      { counterNotice: waiting?.id ?? 0, end: this.end, note: '' },
      olga,
    )
    expect(ended.ok).toBe(true)
    report.version += 1
    if (this.end === 'restored') for (const post of about) report.held.delete(post)
    await check(model, real)
  }
  toString = () => `counter(${this.at}, ${this.end})`
}

/** An operator removes or restores a post on the videos' screen. */
class ByHand implements Command {
  readonly at: number
  readonly what: 'remove' | 'restore'
  constructor(at: number, what: 'remove' | 'restore') {
    this.at = at
    this.what = what
  }
  check = () => true
  async run(model: Model, real: Real): Promise<void> {
    const post = real.posts[this.at % real.posts.length] ?? ''
    const { changed, refused } = await moderatePosts(this.what, [post], 'by hand', olga)
    if (changed.includes(post)) {
      // A post that a report holds is removed already, and cannot be restored.
      expect(heldBy(model, post)).toBe(false)
      if (this.what === 'remove') model.byHand.add(post)
      else model.byHand.delete(post)
    } else expect(refused).toHaveLength(1)
    await check(model, real)
  }
  toString = () => `${this.what}(${this.at})`
}

const at = fc.nat({ max: 2 })
const commands = [
  fc.array(at, { minLength: 1, maxLength: 3 }).map((posts) => new File(posts)),
  fc
    .tuple(fc.constantFrom(...decisions), at, fc.integer({ min: 0, max: 4 }))
    .map(([what, report, stale]) => new Decide(what, report, stale === 0)),
  at.map((report) => new Race(report)),
  fc
    .tuple(at, fc.constantFrom('restored' as const, 'closed' as const))
    .map(([report, end]) => new Counter(report, end)),
  fc
    .tuple(at, fc.constantFrom('remove' as const, 'restore' as const))
    .map(([post, what]) => new ByHand(post, what)),
]

describe('the state machine of reports', () => {
  test('no sequence of actions loses a report, blocks a post without a valid notice, or leaves one unblocked', {
    tags: 'whole',
  }, async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: 'max' }), async (steps) => {
        run += 1
        const posts = [0, 1].map((n) => `7345678${String(run).padStart(10, '0')}0${n}`)
        const setup = () => ({
          model: { reports: new Map(), byHand: new Set<string>() },
          real: { posts },
        })
        await fc.asyncModelRun(setup, steps)
      }),
      { numRuns: cases(60) },
    )
  })
})

describe('emails about a report', () => {
  /** Those about one report: the outbox may hold others. */
  const mailsAbout = async (id: number) => {
    const rows = await db.selectFrom('outbox').selectAll().orderBy('id').execute()
    return rows
      .map((row) => ({ ...row, text: openContent(row)?.text ?? '' }))
      .filter(({ subject, text }) => `${subject}${text}`.includes(reportNumber(id)))
  }

  test('nothing is queued while email isn’t set up', async () => {
    await changeSettings({ smtpHost: '' }, systemActor)
    const id = await file(['7345678901234567001'])
    await rejectReport({ id, version: 1 }, 'No', olga)
    expect(await mailsAbout(id)).toEqual([])
  })

  test('S39: the claimant hears of each step with the secret link, and headers stay on one line', async () => {
    await changeSettings({ smtpHost: '127.0.0.1', siteName: 'Clip\u2028Site' }, systemActor)
    const id = await file(['7345678901234567002'])
    await askClaimant({ id, version: 1 }, 'Which scene?\nBcc: x@evil.example', olga)
    await approveReport({ id, version: 2 }, '', olga)
    const sent = await mailsAbout(id)
    expect(sent).toHaveLength(3)
    const links = new Set<string | undefined>()
    for (const { recipient, subject, text } of sent) {
      expect(recipient).toBe('ada@aster.example')
      expect(subject).toContain('DMCA-')
      expect(`${recipient}${subject}`).not.toMatch(/[\r\n\u2028]/)
      links.add(/https?:\S+\/dmca\/status\/\S{43}/.exec(text)?.[0])
    }
    expect(links.size).toBe(1)
    expect(sent[1]?.text).toContain('Which scene?')
    // What strangers typed into the form is not sent on: it could be written to anyone.
    expect(sent[0]?.text).not.toContain('Film')
    expect(sent[0]?.text).not.toContain('Ada')
  })

  test('a failed decision leaves no email, block or history behind', async () => {
    await changeSettings({ smtpHost: '127.0.0.1' }, systemActor)
    const post = '7345678901234567003'
    const id = await file([post])
    const before = (await mailsAbout(id)).length
    expect(before).toBe(1)
    await db.updateTable('dmca_reports').set({ email: 'no address' }).where('id', '=', id).execute()
    for (const decide of [approveReport, rejectReport, askClaimant]) {
      await expect(decide({ id, version: 1 }, 'Why', olga), decide.name).rejects.toThrow()
    }
    const report = await findReport(id)
    expect([report?.status, report?.version, report?.events.length]).toEqual(['pending', 1, 1])
    expect(await isPostBlocked(post)).toBe(false)
    expect((await mailsAbout(id)).length).toBe(before)
  })

  test('a counter-notice is passed on to the claimant with its window', async () => {
    await changeSettings({ smtpHost: '127.0.0.1' }, systemActor)
    const id = await file(['7345678901234567004'])
    await approveReport({ id, version: 1 }, '', olga)
    await recordCounterNotice(
      { id, version: 2 },
      {
        receivedOn: '2026-03-02',
        senderName: 'Cleo Clip',
        senderAddress: '2 Short Street',
        senderPhone: '2',
        senderEmail: '',
        statement: 'Under penalty of perjury: a mistake.',
        signature: 'Cleo Clip',
        postIds: [],
      },
      olga,
    )
    const text = (await mailsAbout(id)).at(-1)?.text ?? ''
    for (const part of [
      'Cleo Clip',
      '2 Short Street',
      'a mistake',
      'March 16, 2026',
      'March 20, 2026',
    ]) {
      expect(text).toContain(part)
    }
  })

  test('the words of the declarations that are stored are those of the version shown', async () => {
    const id = await file(['7345678901234567005'])
    const report = await findReport(id)
    expect(report).toMatchObject({
      declarationsVersion: declarations.version,
      goodFaithText: declarations.goodFaith,
      accuracyText: declarations.accuracy,
    })
  })
})

test('an eleventh answer would be typed into a form that can’t be sent', async () => {
  const { token } = await fileWithToken(['7300000000000000077'])
  for (let n = 1; n <= 10; n++) {
    expect((await reportStatus(token, false))?.canAnswer, `before answer ${n}`).toBe(true)
    expect(await answerOperator(token, `Answer ${n}`)).toBe(true)
  }
  expect((await reportStatus(token, false))?.canAnswer).toBe(false)
  expect(await answerOperator(token, 'One more')).toBe(false)
})
