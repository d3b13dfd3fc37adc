import type { z } from 'zod'
import type { LookupAnswer, Media, Offer } from '#app/api/schemas.ts'
import { publicLink } from '#app/download/lookup/lookup.server.ts'
import { type Offer as PageOffer, viewOf } from '#app/download/lookup/offers.server.ts'
import {
  type FileFacts,
  type PostFacts,
  postFacts,
  type VideoFacts,
} from '#app/download/lookup/post-facts.server.ts'
import { splitKey } from '#app/download/platforms/platform-key.ts'
import { env } from '#app/env.server.ts'
import type { ExtractedPost } from '#app/posts/extracted-post.server.ts'
import { plainFormat } from '#app/posts/save-format.ts'
import type { ApiCall } from './api-route.server.ts'

/** Returns a look-up's answer: the post, its media, and what each of its formats is. */
export function lookupAnswer(
  post: ExtractedPost,
  { token, counted }: ApiCall,
): z.output<typeof LookupAnswer> {
  const facts = postFacts(post)
  const videos = facts.video === null ? [] : [facts, ...facts.more]
  const maySave = token === null || token.scopes.includes('save')
  const offers = new Map<string, z.output<typeof Offer>>()
  for (let item = 1; item <= Math.max(1, videos.length); item += 1) {
    const view = viewOf(facts, counted.address, { item, withImages: item === 1 })
    const captions = view.captions.flatMap(({ files }) => files)
    for (const offer of [...view.formats, ...view.images, ...captions]) {
      const file = fileOf(offer, videos[item - 1])
      if (!offers.has(offer.format)) offers.set(offer.format, offerOf(offer, file, maySave))
    }
  }
  return {
    id: facts.postId,
    platform: splitKey(facts.postId).platform,
    kind: facts.video === null ? 'slideshow' : 'video',
    link: publicLink(post),
    title: facts.title,
    author: facts.author,
    durationSeconds: facts.durationSeconds,
    sensitive: facts.isSensitive,
    sample: post.source === 'demo',
    media: mediaOf(facts, videos),
    offers: [...offers.values()],
  }
}

function fileOf({ format }: PageOffer, video: VideoFacts | undefined): FileFacts | null {
  const plain = plainFormat(format)
  if (plain === 'hd') return video?.hd ?? null
  return plain === 'mp4' ? (video?.video ?? null) : null
}

function offerOf(
  { format, quality, bytes, codec, saveHref }: PageOffer,
  file: FileFacts | null,
  maySave: boolean,
): z.output<typeof Offer> {
  const url = new URL(saveHref, env.APP_URL)
  return {
    format,
    quality,
    width: file?.width ?? null,
    height: file?.height ?? null,
    bytes,
    codec,
    url: maySave ? url.href : null,
    expiresAt: new Date(Number(url.searchParams.get('e')) * 1000).toISOString(),
  }
}

function mediaOf(facts: PostFacts, videos: readonly VideoFacts[]): z.output<typeof Media>[] {
  return [
    ...videos.map(({ video, durationSeconds }, index) => ({
      type: 'video' as const,
      number: index + 1,
      durationSeconds,
      width: video?.width ?? null,
      height: video?.height ?? null,
    })),
    ...Array.from({ length: facts.images }, (_, index) => ({
      type: 'image' as const,
      number: index + 1,
      durationSeconds: null,
      width: null,
      height: null,
    })),
  ]
}
