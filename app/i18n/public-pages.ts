/** Public pages whose text is a document of the same name in `pages-content/`. */
export const documentPages = [
  'download',
  'tiktok-downloader-pc',
  'tiktok-downloader-chrome-extension',
  'free-tiktok-downloader-mp4',
  'privacy',
  'terms',
  'dmca',
  'contact',
  'help',
] as const

/** The other public pages, as paths; articles below `/blog` are too. */
export const interfacePages = [
  '/',
  '/blog',
  '/statistics',
  '/resources',
  '/backlink-builder',
  '/press-kit',
  '/batch',
  '/supported',
  '/status',
  '/api',
] as const

const pages: ReadonlySet<string> = new Set([
  ...interfacePages,
  ...documentPages.map((name) => `/${name}`),
])

/** True for a path, without its language, that exists in every language. */
export function isPublicPage(path: string): boolean {
  return pages.has(path) || /^\/blog\/[a-z0-9-]+$/.test(path)
}

/** The service worker requests it for every visitor's device, whether or not it is read. */
export const offlinePage = '/offline'

/** True if an address has no look-up or secret. `path` is without its language. */
export function isPlainPage(path: string, query: URLSearchParams): boolean {
  return isPublicPage(path) && !['post', 'url', 'text'].some((name) => query.has(name))
}

/** True if changing the language stays on the page, even on pages that aren't linked. */
export function hasLanguages(path: string): boolean {
  return (
    isPublicPage(path) || /^\/(newsletter|prepare|save|dmca|consent|batch|share)(\/|$)/.test(path)
  )
}
