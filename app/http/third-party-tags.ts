/** What other companies measure on the site, each only where the operator has given its id. */
export const tagKinds = ['analytics', 'heatmap', 'pixel'] as const
export type TagKind = (typeof tagKinds)[number]

/** The ids of the tags that are switched on. */
export type TagIds = Partial<Record<TagKind, string>>

type Sources = { script: string[]; connect: string[]; image: string[] }

/** Where each tag loads its script from and sends what it measures, as its company documents it. */
export const tagSources: Record<TagKind, Sources> = {
  analytics: {
    script: ['https://www.googletagmanager.com'],
    connect: [
      'https://www.googletagmanager.com',
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
    ],
    image: ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
  },
  // Its exchange of ids with an advertising network (bing.com) is no part of a heatmap.
  heatmap: {
    script: ['https://www.clarity.ms', 'https://scripts.clarity.ms'],
    connect: ['https://*.clarity.ms'],
    image: ['https://*.clarity.ms'],
  },
  pixel: {
    script: ['https://connect.facebook.net'],
    connect: ['https://connect.facebook.net', 'https://www.facebook.com'],
    image: ['https://www.facebook.com'],
  },
}

/** Returns what a page's policy must allow for tags: theirs are the only hosts that are added. */
export function tagPolicy(kinds: readonly TagKind[]) {
  const sources = kinds.map((kind) => tagSources[kind])
  return {
    script: sources.flatMap(({ script }) => script),
    connect: sources.flatMap(({ connect }) => connect),
    img: sources.flatMap(({ image }) => image),
  }
}

const cookieName = /^(_ga|_gid|_gat|_clck|_clsk|_fbp|_fbc)(_[\w-]{1,50})?$/

/** Names of the cookies that tags have set, out of a Cookie header; 20 at most. */
export function tagCookies(header: string | null): string[] {
  const names = (header ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '')
  return names.filter((name) => cookieName.test(name)).slice(0, 20)
}

/** The domains that a page of the host may set cookies for, from the host itself upwards. */
export function cookieDomains(host: string): string[] {
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host) || /^[\d.]+$/.test(host)) return []
  const labels = host.split('.').slice(-5)
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
