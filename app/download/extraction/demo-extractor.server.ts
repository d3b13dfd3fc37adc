import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import path from 'node:path'
import type { PostRef } from '#app/download/platforms/link.ts'
import { splitKey } from '#app/download/platforms/platform-key.ts'
import { postedAt } from '#app/download/platforms/tiktok/link.ts'
import type { ExtractedPost, Extractor, MediaFile } from '#app/posts/extracted-post.server.ts'

const slides = ['slide-1.jpg', 'slide-2.jpg', 'slide-3.jpg', 'slide-4.jpg']

/** Answers every link with a bundled sample, so that a fresh install works offline. */
export function createDemoExtractor({ sampleFolder }: { sampleFolder: string }): Extractor {
  const sample = (name: string): MediaFile => ({
    addresses: [{ url: `sample:${name}`, profile: 'plain' }],
    bytes: statSync(path.join(sampleFolder, name), { throwIfNoEntry: false })?.size ?? null,
    codec: null,
    width: null,
    height: null,
    variantKey: name,
  })
  const clip = {
    title: 'Sample clip of this demo',
    video: sample('clip.mp4'),
    hd: sample('clip-hd.mp4'),
    sound: null,
    images: [],
  }
  const slideshow = {
    title: 'Sample slideshow of this demo',
    video: null,
    hd: null,
    sound: sample('sound.mp3'),
    images: slides.map((name) => sample(name)),
  }

  function postFor(ref: PostRef): ExtractedPost {
    const postId = ref.kind === 'post' ? ref.postId : pseudoPostId(`${ref.host}/${ref.code}`)
    return {
      source: 'demo',
      platform: splitKey(postId).platform,
      fetchedAt: new Date(),
      postId,
      ...(ref.kind === 'post' && ref.media === 'photo' ? slideshow : clip),
      author: { handle: 'cleanclip', name: 'Cleanclip' },
      cover: sample('cover.jpg'),
      captions: [],
      durationSeconds: null,
      isSilent: false,
      moreVideos: [],
      isSensitive: false,
      region: null,
      postedAt: postedAt(postId),
      counts: { plays: null, likes: null, comments: null, shares: null },
      expiresAt: null,
      session: null,
    }
  }

  return {
    name: 'demo',
    mode: 'demo',
    lookup: async (ref, signal) =>
      signal.aborted
        ? { ok: false, failure: { kind: 'aborted' } }
        : { ok: true, post: postFor(ref) },
    status: () => ({ breaker: 'closed', queued: 0, quotaLeft: null }),
  }
}

const earliest = Date.UTC(2020, 0) / 1000
const latest = Date.UTC(2025, 0) / 1000

/** Returns the same id for the same link, in a post id's form. */
function pseudoPostId(link: string): string {
  const hash = createHash('sha256').update(link).digest()
  const seconds = earliest + (hash.readUInt32BE(0) % (latest - earliest))
  return String((BigInt(seconds) << 32n) | BigInt(hash.readUInt32BE(4)))
}
