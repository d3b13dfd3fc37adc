// @module-tag module
import '#tests/support/own-data-dir.ts'

import { describe, expect, test } from 'vitest'
import type { Actor } from '#app/audit/audit.server.ts'
import { cacheExtraction } from '#app/download/extraction/extraction-cache.server.ts'
import { countPosts } from '#app/moderation/post-list.server.ts'
import { moderatePosts, type PostChange } from '#app/moderation/post-moderation.server.ts'
import { changePostStatus, enforceRemoval, isPostBlocked } from '#app/posts/blocking.server.ts'
import { savePost } from '#app/posts/post.server.ts'
import { admitStream } from '#app/posts/running-saves.server.ts'
import { db } from '#db/engine.ts'
import fc, { cases } from '#tests/support/cases.ts'
import { extracted } from '#tests/support/extracted-post.ts'

const actor: Actor = { id: 'op', label: 'op@site.example', requestId: null }
let serial = 0

function freshId(): string {
  serial += 1
  return String(7_345_678_900_000_000_000n + BigInt(serial))
}

async function lookedUp(): Promise<string> {
  const postId = freshId()
  await savePost(extracted(postId), `https://www.tiktok.com/@somebody/video/${postId}`, Date.now())
  return postId
}

const changesOf = (postId: string) =>
  db
    .selectFrom('post_status_changes')
    .select(['from_status', 'to_status', 'reason', 'actor_label', 'report_id'])
    .where('post_id', '=', postId)
    .orderBy('id')
    .execute()

const auditOf = (postId: string) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('object_id', '=', postId)
    .orderBy('seq')
    .execute()

describe('changing the status of posts', () => {
  test('blocks a post that no one has looked up yet, and keeps it blocked when someone does', async () => {
    const postId = freshId()
    expect(await isPostBlocked(postId)).toBe(false)
    await changePostStatus(db, { postIds: [postId], to: 'removed', reason: 'x', actor })
    expect(await isPostBlocked(postId)).toBe(true)
    await savePost(extracted(postId), `https://www.tiktok.com/@a/video/${postId}`, Date.now())
    expect(await isPostBlocked(postId)).toBe(true)
  })

  test('is rolled back with its transaction', async () => {
    const [known, unknown] = [await lookedUp(), freshId()]
    const failed = db.transaction().execute(async (trx) => {
      const change = { to: 'removed', reason: 'x', actor, reportId: 7 } as const
      await changePostStatus(trx, { postIds: [known, unknown], ...change })
      throw new Error('The mail could not be stored')
    })
    await expect(failed).rejects.toThrow('The mail')
    for (const postId of [known, unknown]) {
      expect(await isPostBlocked(postId)).toBe(false)
      expect(await changesOf(postId)).toEqual([])
      expect(await auditOf(postId)).toEqual([])
    }
  })

  test('deletes cached answers and cuts off running downloads', async () => {
    for (const given of ['database', 'transaction']) {
      const postId = await lookedUp()
      await cacheExtraction(extracted(postId), Date.now(), Date.now() + 60_000)
      const admission = admitStream('save', postId, '192.0.2.1', 10)
      if (!admission.ok) throw new Error('No slot')
      const change = { postIds: [postId], to: 'removed', reason: 'x', actor } as const
      if (given === 'database') await changePostStatus(db, change)
      else {
        await db.transaction().execute((trx) => changePostStatus(trx, change))
        expect(admission.slot.signal.aborted).toBe(false)
        await enforceRemoval([postId])
      }
      expect([given, admission.slot.signal.aborted]).toEqual([given, true])
      admission.slot.release()
      const cached = await db
        .selectFrom('extractions')
        .select('post_id')
        .where('post_id', '=', postId)
        .execute()
      expect(cached).toEqual([])
    }
  })

  test('keeps every report, even for a post that was already removed', async () => {
    const postId = await lookedUp()
    const change = { postIds: [postId], to: 'removed', actor } as const
    expect(await changePostStatus(db, { ...change, reason: 'one', reportId: 1 })).toEqual([postId])
    expect(await changePostStatus(db, { ...change, reason: 'two', reportId: 2 })).toEqual([])
    expect(await changePostStatus(db, { ...change, reason: 'by hand' })).toEqual([])
    expect(await changesOf(postId)).toEqual([
      {
        from_status: 'active',
        to_status: 'removed',
        reason: 'one',
        actor_label: actor.label,
        report_id: 1,
      },
      {
        from_status: 'removed',
        to_status: 'removed',
        reason: 'two',
        actor_label: actor.label,
        report_id: 2,
      },
    ])
    expect(await auditOf(postId)).toEqual([
      {
        action: 'post.removed',
        before: '{"status":"active"}',
        after: '{"status":"removed","reason":"one","report":1}',
      },
      {
        action: 'post.removed',
        before: '{"status":"removed"}',
        after: '{"status":"removed","reason":"two","report":2}',
      },
    ])
  })

  test('by an operator follows the rules in any order', async () => {
    const changes = fc.array(fc.constantFrom<PostChange>('flag', 'remove', 'restore'), {
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(changes, async (steps) => {
        const postId = await lookedUp()
        let status = 'active'
        for (const [index, step] of steps.entries()) {
          const { changed, refused } = await moderatePosts(step, [postId], `Reason ${index}`, actor)
          const target = { flag: 'flagged', remove: 'removed', restore: 'active' }[step]
          const allowed = status !== target && !(step === 'flag' && status === 'removed')
          expect([changed.length, refused.length]).toEqual(allowed ? [1, 0] : [0, 1])
          if (allowed) status = target
          expect(await isPostBlocked(postId)).toBe(status === 'removed')
        }
        const history = await changesOf(postId)
        const path = ['active', ...history.map((change) => change.to_status)]
        expect(path.at(-1)).toBe(status)
        expect(history.map((change) => change.from_status)).toEqual(path.slice(0, -1))
        expect(await auditOf(postId)).toHaveLength(history.length)
      }),
      { numRuns: cases(40) },
    )
    const { all, ...byStatus } = await countPosts()
    const rows = await db
      .selectFrom('posts')
      .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
      .groupBy('status')
      .execute()
    const counted = Object.fromEntries(rows.map(({ status, n }) => [status, n]))
    expect(byStatus).toEqual({ active: 0, flagged: 0, removed: 0, ...counted })
    expect(all).toBe(rows.reduce((sum, { n }) => sum + n, 0))
  })
})
