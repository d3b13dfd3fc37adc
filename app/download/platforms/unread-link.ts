import type { Platform } from '#app/environment/platform-names.ts'
import type { PlatformLinks } from './link.ts'

/**
 * Creates the links of a platform for browsers that leave reading them to the server. `start` is
 * what a post's own link begins with, before its id.
 */
export function unreadLinks(platform: Platform, host: RegExp, start: string): PlatformLinks {
  return {
    platform,
    isHost: (name) => host.test(name),
    isId: (id) => /^[\w-]+$/.test(id),
    parse: ({ hostname, href }) => ({
      ok: true,
      ref: { kind: 'short', platform, host: hostname, code: href },
    }),
    url: (ref) => (ref.kind === 'short' ? ref.code : start + ref.postId.replace(/^.*?:/, '')),
  }
}
