import type { Offer, PostView } from '#app/download/lookup/offers.server.ts'
import { defaultSettings } from '#tests/support/default-settings.ts'

/** A format on offer, with links that say what they are for. */
function offerOf(format: Offer['format'], facts: Partial<Offer> = {}): Offer {
  return {
    format,
    bytes: null,
    quality: null,
    codec: null,
    images: null,
    kbps: format === 'mp3' ? '192' : null,
    prepareHref: `/prepare/1/${format}?e=1`,
    saveHref: `/save/1/${format}?e=1`,
    viewHref: `/save/1/${format}?view&e=1`,
    ...facts,
  }
}

/** A video as the result card shows it. */
export function videoView(facts: Partial<PostView> = {}): PostView {
  return {
    postId: '7345678900000000001',
    title: 'A clip',
    author: null,
    site: null,
    kind: 'video',
    durationSeconds: 3,
    coverHref: null,
    formats: [
      offerOf('hd', { quality: '1080p', codec: 'hevc', bytes: 5_200_000 }),
      offerOf('mp4', { quality: '576p', codec: 'h264', bytes: 2_000_000 }),
      offerOf('mp3'),
    ],
    mainFormat: 'mp4',
    images: [],
    captions: [],
    videos: 1,
    item: 1,
    isSensitive: false,
    choose: { path: '/prepare/7345678900000000001', query: { e: '1', s: 'x' } },
    countdownSeconds: defaultSettings.countdownSeconds,
    countdownPer: 'format',
    fileNames: { site: 'brand_timestamp', chosen: 'brand_timestamp' },
    ...facts,
  }
}

/** A slideshow as the result card shows it. */
export function slideshowView(images: number, facts: Partial<PostView> = {}): PostView {
  return videoView({
    kind: 'slideshow',
    videos: 0,
    formats: [offerOf('zip', { images }), offerOf('mp3')],
    mainFormat: 'zip',
    images: Array.from({ length: images }, (_, index) => offerOf(`image-${index + 1}`)),
    ...facts,
  })
}
