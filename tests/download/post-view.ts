import type { Offer, PostView } from '#app/download/offers.server.ts'
import { defaultSettings } from '#tests/support/default-settings.ts'

/** A format on offer, with links that say what they are for. */
function offerOf(format: Offer['format'], facts: Partial<Offer> = {}): Offer {
  return {
    format,
    bytes: null,
    quality: null,
    images: null,
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
    kind: 'video',
    durationSeconds: 3,
    coverHref: null,
    formats: [
      offerOf('hd', { quality: '1080p', bytes: 5_200_000 }),
      offerOf('mp4', { quality: '576p', bytes: 2_000_000 }),
      offerOf('mp3'),
    ],
    mainFormat: 'mp4',
    images: [],
    choose: { path: '/prepare/7345678900000000001', query: { e: '1', s: 'x' } },
    countdownSeconds: defaultSettings.countdownSeconds,
    ...facts,
  }
}

/** A slideshow as the result card shows it. */
export function slideshowView(images: number, facts: Partial<PostView> = {}): PostView {
  return videoView({
    kind: 'slideshow',
    formats: [offerOf('zip', { images }), offerOf('mp3')],
    mainFormat: 'zip',
    images: Array.from({ length: images }, (_, index) => offerOf(`image-${index + 1}`)),
    ...facts,
  })
}
