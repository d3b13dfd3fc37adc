// @module-tag module
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createDemoExtractor } from '#app/download/extraction/demo-extractor.server.ts'
import type { PostRef } from '#app/download/platforms/link.ts'
import type { ExtractedPost } from '#app/posts/extracted-post.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'

const sampleFolder = mkdtempSync(path.join(tmpdir(), 'samples-'))
for (const [index, name] of ['clip.mp4', 'clip-hd.mp4', 'sound.mp3'].entries()) {
  writeFileSync(path.join(sampleFolder, name), Buffer.alloc(1000 + index))
}
afterAll(() => rmSync(sampleFolder, { recursive: true }))

const extractor = createDemoExtractor({ sampleFolder })
const postId = '7234567890123456789'

async function postOf(ref: PostRef): Promise<ExtractedPost> {
  const result = await extractor.lookup(ref, new AbortController().signal)
  if (!result.ok) throw new Error(result.failure.kind)
  return result.post
}

describe('without an extraction service', () => {
  test('a video link returns the sample clip, marked as a sample', async () => {
    expect(
      await postOf({ kind: 'post', platform: 'tiktok', postId, user: 'somebody', media: 'video' }),
    ).toMatchObject({
      postId,
      title: expect.stringMatching(/^Sample clip/),
      author: { handle: 'cleanclip' },
      cover: { addresses: [{ url: 'sample:cover.jpg' }] },
      video: { addresses: [{ url: 'sample:clip.mp4' }], bytes: 1000 },
      hd: { addresses: [{ url: 'sample:clip-hd.mp4' }], bytes: 1001 },
      sound: null,
      images: [],
      expiresAt: null,
    })
  })

  test('a photo link returns the sample slideshow', async () => {
    expect(
      await postOf({ kind: 'post', platform: 'tiktok', postId, user: null, media: 'photo' }),
    ).toMatchObject({
      title: expect.stringMatching(/^Sample slideshow/),
      video: null,
      hd: null,
      sound: { addresses: [{ url: 'sample:sound.mp3' }], bytes: 1002 },
      images: [1, 2, 3, 4].map((number) => ({
        addresses: [{ url: `sample:slide-${number}.jpg` }],
      })),
    })
  })

  test('a short link returns the same post each time, with an id that works as a link again', async () => {
    const ids = new Set<string>()
    for (let number = 0; number < 200; number += 1) {
      const ref = {
        kind: 'short',
        platform: 'tiktok',
        host: 'vm.tiktok.com',
        code: `ZM${number}`,
      } as const
      const { postId, postedAt } = await postOf(ref)
      expect((await postOf(ref)).postId).toBe(postId)
      expect(parsePostLink(postId)).toMatchObject({ ok: true, ref: { postId } })
      expect(postedAt?.getUTCFullYear()).toBeGreaterThanOrEqual(2020)
      ids.add(postId)
    }
    expect(ids.size).toBe(200)
  })

  test('a visitor who has left gets nothing', async () => {
    const ref = { kind: 'post', platform: 'tiktok', postId, user: null, media: 'video' } as const
    const result = await extractor.lookup(ref, AbortSignal.abort())
    expect(result).toEqual({ ok: false, failure: { kind: 'aborted' } })
  })
})
