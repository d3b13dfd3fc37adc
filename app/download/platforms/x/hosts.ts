import { type HostRules, isPublic } from '#app/download/platforms/hosts.ts'

/** Where X answers about posts that other sites show. */
export const postsHost = 'cdn.syndication.twimg.com'

const pageHosts = new Set([postsHost, 't.co'])

/** Returns true for the addresses of videos and pictures, on X's own hosts. */
export function isXFile(url: URL): boolean {
  const { hostname, pathname } = url
  const isVideo = hostname === 'video.twimg.com' && pathname.endsWith('.mp4')
  return isPublic(url) && (isVideo || hostname === 'pbs.twimg.com')
}

export const xHosts: HostRules = {
  platform: 'x',
  isPageHost: (host) => pageHosts.has(host),
  isFile: isXFile,
}
