import type { HostRules } from '#app/download/platforms/hosts.ts'

export const videoHost = 'v1.pinimg.com'
const pictureHost = 'i.pinimg.com'

// Of the site's hosts in many countries one is enough: all of them have all pins.
const pageHosts = new Set([
  'www.pinterest.com',
  'widgets.pinterest.com',
  'api.pinterest.com',
  // Playlists are read to find the files that they were made from.
  videoHost,
])

export const pinterestHosts: HostRules = {
  platform: 'pinterest',
  isPageHost: (host) => pageHosts.has(host),
  isFile: ({ hostname }) => hostname === videoHost || hostname === pictureHost,
}

/** True for the host of videos, of which requests for one pin need up to six answers. */
export function isVideoHost(host: string): boolean {
  return host === videoHost
}
