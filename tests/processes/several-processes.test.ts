// @module-tag module
import '#tests/support/own-data-dir.ts'

import { RouterContextProvider } from 'react-router'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { setupLink } from '#app/accounts/admin-start.server.ts'
import { session } from '#app/accounts/middleware/session.server.ts'
import { sessionCookie } from '#app/accounts/middleware/session-cookie.server.ts'
import { startSession } from '#app/accounts/session.server.ts'
import { createUser } from '#app/accounts/user.server.ts'
import { requestChecks } from '#app/backlinks/check.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import {
  liveCursor,
  onTopicTold,
  topicChanged,
  topicChangedElsewhere,
  topicsSince,
} from '#app/live/live-topics.server.ts'
import { blockCreator, changePostStatus } from '#app/posts/blocking.server.ts'
import { admitStream } from '#app/posts/running-saves.server.ts'
import { signals } from '#app/processes/signals.server.ts'
import { endProcess, startProcess } from '#app/processes/this-process.server.ts'
import {
  changeSettings,
  defaultSettings,
  onSettingsChange,
  settings,
} from '#app/settings/settings.server.ts'
import { db } from '#db/engine.ts'
import { holdClock } from '#tests/support/held-clock.ts'
import { until } from '#tests/support/until.ts'
import { newProcess } from './processes-world.ts'

// This process takes its database for one that others use too: what another one does is written here.
vi.mock(import('#db/engine.ts'), async (original) => ({
  ...(await original()),
  databaseIsShared: true,
}))

const actor = { id: null, label: 'test', requestId: null }
/** How many times a topic was raised: the rest of its version is random. */
const versionOf = async (topic: string) => {
  const { version = 0 } =
    (await db
      .selectFrom('signals')
      .select('version')
      .where('topic', '=', topic)
      .executeTakeFirst()) ?? {}
  return Math.floor(version / 2 ** 20)
}

/** What another process stores as a setting. */
async function storeElsewhere(name: string, value: unknown) {
  const row = { value: JSON.stringify(value), updated_at: 1 }
  await db
    .insertInto('settings')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
  await newProcess('b').signals.raise(db, 'settings')
}

describe('settings', () => {
  const changes = vi.fn()
  onSettingsChange((changed) => changes([...changed]))
  beforeEach(() => changes.mockClear())

  test('settings that another process saves are in force at the next poll, and listeners hear only of those', async () => {
    await storeElsewhere('siteName', 'Elsewhere')
    expect(settings().siteName).toBe(defaultSettings.siteName)
    await signals.poll()
    expect(settings().siteName).toBe('Elsewhere')
    expect(changes.mock.calls).toEqual([[['siteName']]])
  })

  test('a save that changes nothing else leaves every answer and mail as it is', async () => {
    await newProcess('b').signals.raise(db, 'settings')
    await signals.poll()
    expect(changes).not.toHaveBeenCalled()
  })

  test('an operator sees their own change at once, wherever their next request lands', async () => {
    await storeElsewhere('siteName', 'Changed there')
    await signals.catchUp('settings')
    expect(settings().siteName).toBe('Changed there')
  })

  test('a session cookie that leads to no session costs no look at the settings', async () => {
    const look = vi.spyOn(signals, 'catchUp')
    onTestFinished(() => look.mockRestore())
    const created = await createUser(
      {
        email: 'signed-in@site.example',
        name: 'S',
        role: 'user',
        password: null,
      },
      actor,
    )
    const id = await startSession({
      userId: created.ok ? created.user.id : '',
      stage: 'full',
      remember: false,
      userAgent: null,
      clientAddress: '192.0.2.1',
    })
    const visit = async (value: string) => {
      const cookie = await sessionCookie.serialize(value)
      const request = new Request('http://localhost/', { headers: { cookie } })
      const context = new RouterContextProvider()
      context.set(requestContext, {
        id: '1',
        clientAddress: '192.0.2.1',
        peerAddress: '192.0.2.1',
        openedHost: '127.0.0.1',
        proxyCountry: null,
        original: null,
      })
      const args = { request, context, params: {}, url: new URL(request.url), pattern: '/' }
      await session(args, async () => new Response())
    }
    await visit('forged')
    expect(look).not.toHaveBeenCalled()
    await visit(id ?? '')
    expect(look).toHaveBeenCalledTimes(1)
  })

  test('a save here notifies the others, in its own transaction', async () => {
    const before = await versionOf('settings')
    await changeSettings({ siteName: 'Ours' }, actor)
    expect(await versionOf('settings')).toBe(before + 1)
    await changeSettings({ siteName: 'Ours' }, actor)
    expect(await versionOf('settings')).toBe(before + 1)
    await expect(changeSettings({ siteName: '' }, actor)).rejects.toThrow()
    expect(await versionOf('settings')).toBe(before + 1)
  })
})

describe('takedowns', () => {
  const post = (id: string, author: string | null = null) => ({
    post_id: id,
    link: `https://www.tiktok.com/@x/video/${id}`,
    title: '',
    search_text: '',
    kind: 'video' as const,
    author_key: author,
    first_seen_at: 1,
    last_seen_at: 1,
  })
  const stream = (id: string) => {
    const admission = admitStream('save', id, '192.0.2.1', 100)
    if (!admission.ok) throw new Error(admission.reason)
    return admission.slot
  }

  test('streams of what another process has blocked end at the next look, and no other', async () => {
    await db
      .insertInto('posts')
      .values([post('71'), post('72', 'somebody'), post('73')])
      .execute()
    const [removed, ofBlocked, other] = ['71', '72', '73'].map(stream)
    await db.updateTable('posts').set({ status: 'removed' }).where('post_id', '=', '71').execute()
    await db
      .insertInto('blocked_authors')
      .values({ author_key: 'somebody', reason: 'r', actor_id: null, actor_label: 'x', at: 1 })
      .execute()
    expect(removed?.signal.aborted).toBe(false)
    await newProcess('b').signals.raise(db, 'cut')
    await signals.poll()
    expect([removed, ofBlocked, other].map((slot) => slot?.signal.aborted)).toEqual([
      true,
      true,
      false,
    ])
    for (const slot of [removed, ofBlocked, other]) slot?.release()
  })

  test('a removal and a blocked creator here notify the others, a restoration need not', async () => {
    const before = await versionOf('cut')
    const status = { postIds: ['74'], reason: 'r', actor }
    await changePostStatus(db, { ...status, to: 'removed' })
    expect(await versionOf('cut')).toBe(before + 1)
    await changePostStatus(db, { ...status, to: 'active' })
    expect(await versionOf('cut')).toBe(before + 1)
    await blockCreator('@another', 'r', actor)
    expect(await versionOf('cut')).toBe(before + 2)
  })
})

describe('live topics', () => {
  test('a change here notifies open pages at the other processes once, and one there is not sent back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    await startProcess('build')
    topicChanged('jobs')
    topicChanged('jobs')
    vi.advanceTimersByTime(100)
    await until(async () => expect(await versionOf('live.jobs')).toBe(1))
    // Past the rest of what was told.
    vi.advanceTimersByTime(10_000)
    await newProcess('b').signals.raise(db, 'live.outbox')
    const before = liveCursor()
    await signals.poll()
    vi.advanceTimersByTime(10_000)
    // Beside what the changes of earlier tests tell late.
    expect(topicsSince(before)).toContain('outbox')
    expect(await versionOf('live.outbox')).toBe(1)
    await endProcess()
    vi.useRealTimers()
  })
})

test('the process where a check was asked for hears of its end at another one', async () => {
  // A topic rests between two announcements.
  holdClock()
  const url = 'https://example.org/'
  const { seq } = await db
    .insertInto('backlinks')
    .values({
      ...{ domain: 'example.org', url, url_key: url, anchor_text: '', search_text: '' },
      ...{ status: 'active', domain_authority: 1, created_at: 1, updated_at: 1 },
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
  const request = await requestChecks([seq], actor)
  if (!request.ok) throw new Error(request.problem)
  const ended = vi.fn()
  const done = request.done.then(ended)
  const told = () =>
    new Promise<void>((resolve) => {
      const stop = onTopicTold(() => {
        stop()
        resolve()
      })
      topicChangedElsewhere('checks')
      vi.advanceTimersByTime(60_000)
    })
  await told()
  await told()
  expect(ended).not.toHaveBeenCalled()
  await db.updateTable('backlinks').set({ check_requested_at: null }).execute()
  await told()
  await done
  expect(ended).toHaveBeenCalledWith({ active: 1 })
})

describe('the first admin', () => {
  test('of several processes that start one makes the link, and the others print where it is', async () => {
    const a = newProcess('a').instances
    const b = newProcess('b').instances
    await Promise.all([a.beat(), b.beat()])
    const links = await Promise.all([setupLink(a), setupLink(b)])
    expect(links.filter((link) => link?.url !== undefined)).toHaveLength(1)
    expect(links.filter((link) => link?.madeAt !== undefined)).toHaveLength(1)
    expect(await db.selectFrom('one_time_tokens').select('purpose').execute()).toHaveLength(1)
  })

  test('the link of a process that has ended is in no one’s log: the next one makes its own', async () => {
    const a = newProcess('a').instances
    const b = newProcess('b').instances
    // One that runs too, and has made none.
    await Promise.all([a.beat(), newProcess('c').instances.beat()])
    await setupLink(a)
    await a.end()
    expect((await setupLink(b))?.url).toContain('/admin/setup/')
  })

  test('there is none once there is an admin', async () => {
    await createUser(
      { name: 'A', email: 'a@example.org', role: 'admin', password: 'Clip-scissors-42' },
      actor,
    )
    expect(await setupLink(newProcess('a').instances)).toBeNull()
  })
})
