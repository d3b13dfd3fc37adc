import type { Language } from '#app/i18n/catalogue.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { documentPages, interfacePages } from '#app/i18n/public-pages.ts'
import { posts } from '#tests/fakes/extraction-service.ts'

/** Addresses that show what a look-up, a form or a refusal does to a page. */
const states = [
  `/?url=${encodeURIComponent(posts.video.url)}`,
  `/?url=${encodeURIComponent(posts.slideshow.url)}`,
  `/?url=${encodeURIComponent(posts.parsingFailed.url)}`,
  '/blog/why-watermarked-copies-look-worse',
  '/blog?category=Tips',
  '/batch/unknown',
  '/contact/message',
  '/dmca/notice',
  '/dmca/status/unknown',
  '/newsletter',
  '/newsletter/confirm/unknown',
  '/consent',
  '/share',
  '/save/1/mp4?e=1&s=x',
  '/no-such-page',
]

/** One address of each kind of public page, without the origin. */
export const publicKinds = (language: Language): string[] =>
  [...interfacePages, ...documentPages.map((name) => `/${name}`), ...states].map((target) => {
    const [path = '', query] = target.split('?')
    return localPath(path, language, 'en') + (query === undefined ? '' : `?${query}`)
  })
