import type { HostRules } from '#app/download/platforms/hosts.ts'

export const feedHost = 'www.reddit.com'
export const videoHost = 'v.redd.it'

/** True for the host that allows only a few requests a minute. */
export function isFeedHost(host: string): boolean {
  return host === feedHost
}

const pictureHosts = new Set(['i.redd.it', 'preview.redd.it', 'external-preview.redd.it'])
const thumbnailHost = /^[a-z]\.thumbs\.redditmedia\.com$/

/** Another site's host, whose clips many older posts link to. Their pages end in `.gifv`. */
const clipHost = 'i.imgur.com'
const clipPath = /^\/\w{5,10}\.mp4$/

/** Returns the address of the clip that a link to the other site's page shows. Null for others. */
export function clipAt(link: string): string | null {
  const { hostname, pathname } = URL.parse(link) ?? {}
  const path = pathname?.replace(/\.gifv$/, '.mp4') ?? ''
  return hostname === clipHost && clipPath.test(path) ? `https://${clipHost}${path}` : null
}

export const redditHosts: HostRules = {
  platform: 'reddit',
  isPageHost: (host) => host === feedHost || host === videoHost,
  isFile: ({ hostname, pathname }) =>
    hostname === videoHost ||
    pictureHosts.has(hostname) ||
    thumbnailHost.test(hostname) ||
    (hostname === clipHost && clipPath.test(pathname)),
}
