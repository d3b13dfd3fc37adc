/** The pages of the public site whose text is a document of the same name in `pages-content/`. */
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

/** The other pages of the public site, as paths; each article below `/blog` is one too. */
export const interfacePages = [
  '/',
  '/blog',
  '/statistics',
  '/resources',
  '/backlink-builder',
  '/press-kit',
  '/batch',
] as const

const pages: ReadonlySet<string> = new Set([
  ...interfacePages,
  ...documentPages.map((name) => `/${name}`),
])

/** Whether a path without a language is a page that every language has. */
export function isPublicPage(path: string): boolean {
  return pages.has(path) || /^\/blog\/[a-z0-9-]+$/.test(path)
}

/** Kept by the service worker on every visitor's device: asked for as often as a page, but not read. */
export const offlinePage = '/offline'

/**
 * Whether a page's address says nothing of its visitor: neither what they look up nor a secret.
 * `path` is without its language.
 */
export function isPlainPage(path: string, query: URLSearchParams): boolean {
  return isPublicPage(path) && !['post', 'url', 'text'].some((name) => query.has(name))
}

/** Whether whoever changes the language stays on the page: also on those that no one links to. */
export function hasLanguages(path: string): boolean {
  return (
    isPublicPage(path) || /^\/(newsletter|prepare|save|dmca|consent|batch|share)(\/|$)/.test(path)
  )
}
