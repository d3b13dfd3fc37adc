import { expect } from 'vitest'
import type { ReceivedMail } from '#tests/fakes/mail-server.ts'
import { lookUp } from './live-app.ts'
import { onDatabase } from './postgres.ts'
import { until } from './until.ts'

type Post = { url: string; postId: string }

/** What a site has told people that it did, each thing once. A test fills it in. */
export type Books = ReturnType<typeof openBooks>

export function openBooks() {
  return {
    /** Addresses that signed up for the newsletter, and those of them that confirmed. */
    signUps: [] as string[],
    confirmations: [] as string[],
    /** Texts of contact messages. */
    messages: [] as string[],
    /** Titles of the works that DMCA notices are about, and what was decided. */
    notices: [] as string[],
    decisions: [] as { title: string; status: 'resolved' | 'rejected' }[],
    /** Posts that were removed, and those that a decision left alone. */
    takedowns: [] as Post[],
    kept: [] as Post[],
    /** Names of the site, in order. */
    siteNames: [] as string[],
    /** Recipients, once for each mail. */
    mails: [] as string[],
    /** Bytes of each download that arrived whole. */
    saves: [] as number[],
  }
}

/** Waits until a database holds what the books say: no more, no less, and nothing twice. */
export function expectStored(books: Books, url: string): Promise<void> {
  const { signUps, confirmations, messages, notices, decisions, takedowns, saves } = books
  return until(async () => {
    const { bytes, ...stored } = await storedAt(url)
    expect(stored).toEqual({
      signUps: signUps.toSorted(),
      confirmations: confirmations.toSorted(),
      messages: messages.toSorted(),
      notices: notices.toSorted(),
      decisions: decisions.map(({ title, status }) => `${title}: ${status}`).toSorted(),
      takedowns: takedowns.map(({ postId }) => postId).toSorted(),
      siteNames: books.siteNames,
      saves: saves.length,
      downloads: saves.length,
      activity: saves.length,
    })
    // Those of each answer's head are counted too.
    expect(bytes).toBeGreaterThanOrEqual(saves.reduce((sum, received) => sum + received, 0))
  })
}

async function storedAt(url: string) {
  async function column<T>(query: string): Promise<T[]> {
    const rows = await onDatabase<{ value: T }>(url, `select value from (${query}) as found(value)`)
    return rows.map(({ value }) => value)
  }
  const texts = async (query: string) => (await column<string>(query)).toSorted()
  const sum = async (query: string) => (await column<number>(query))[0]
  const saves = "from analytics_events where kind = 'save' and error is null"
  return {
    signUps: await texts('select email from subscribers'),
    confirmations: await texts("select email from subscribers where status = 'confirmed'"),
    messages: await texts('select message from contact_messages'),
    notices: await texts('select work_title from dmca_reports'),
    decisions: await texts(
      "select work_title || ': ' || status from dmca_reports where status <> 'pending'",
    ),
    takedowns: await texts("select post_id from posts where status = 'removed'"),
    siteNames: await column<string>(
      `select after::json ->> 'siteName' from audit_log
        where action = 'settings.changed' order by seq`,
    ),
    saves: await sum(`select count(*)::int ${saves}`),
    bytes: await sum(`select coalesce(sum(bytes), 0)::float8 ${saves}`),
    downloads: await sum('select coalesce(sum(downloads), 0)::int from posts'),
    activity: await sum(
      "select coalesce(sum(n), 0)::int from post_activity where kind <> 'lookup'",
    ),
  }
}

/** Expects each mail of the books to have been queued once, sent once and received once. */
export async function expectMailed(
  books: Books,
  url: string,
  received: readonly ReceivedMail[],
): Promise<void> {
  const queued = () =>
    onDatabase<{ recipient: string; subject: string; state: string }>(
      url,
      'select recipient, subject, state from outbox',
    )
  await until(async () =>
    expect((await queued()).filter(({ state }) => state !== 'sent')).toEqual([]),
  )
  const rows = await queued()
  expect(rows.map(({ recipient }) => recipient).toSorted()).toEqual(books.mails.toSorted())
  const sent = rows.map(({ recipient, subject }) => `${recipient}: ${subject}`).toSorted()
  expect(sent).toEqual([...new Set(sent)])
  const arrived = received.map(({ envelope, subject }) => `${envelope.to}: ${subject}`)
  expect(arrived.toSorted()).toEqual(sent)
}

/** Expects each process to refuse what was removed, to serve what wasn't, and to show the name. */
export async function expectInForce(
  { takedowns, kept, siteNames }: Books,
  processes: readonly { origin: string }[],
): Promise<void> {
  for (const app of processes) {
    const answers = async (posts: readonly Post[]) => {
      const statuses: Record<number, string[]> = {}
      for (const { url, postId } of posts) {
        const { status } = await lookUp(app, url)
        statuses[status] = [...(statuses[status] ?? []), postId]
      }
      return statuses
    }
    const all = (posts: readonly Post[]) => posts.map(({ postId }) => postId)
    expect(await answers(takedowns)).toEqual(takedowns.length === 0 ? {} : { 451: all(takedowns) })
    expect(await answers(kept)).toEqual(kept.length === 0 ? {} : { 200: all(kept) })
    const name = siteNames.at(-1)
    if (name === undefined) continue
    await until(async () => expect(await (await fetch(app.origin)).text()).toContain(`>${name}<`))
  }
}
