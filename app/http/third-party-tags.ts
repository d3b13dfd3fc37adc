/** Third-party analytics tags. Each is on only if the operator entered its id. */
export const tagKinds = ['analytics', 'heatmap', 'pixel'] as const
export type TagKind = (typeof tagKinds)[number]

export type TagIds = Partial<Record<TagKind, string>>

type Sources = { script: string[]; connect: string[]; image: string[] }

/** Hosts that each tag loads from and sends to, as its vendor documents them. */
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
  // Without bing.com: heatmaps don't need to exchange ids with an advertising network.
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

export function tagPolicy(kinds: readonly TagKind[]) {
  const sources = kinds.map((kind) => tagSources[kind])
  return {
    script: sources.flatMap(({ script }) => script),
    connect: sources.flatMap(({ connect }) => connect),
    img: sources.flatMap(({ image }) => image),
  }
}

const cookieName = /^(_ga|_gid|_gat|_clck|_clsk|_fbp|_fbc)(_[\w-]{1,50})?$/

/** Returns the names of tags' cookies in a Cookie header, at most 20. */
export function tagCookies(header: string | null): string[] {
  const names = (header ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '')
  return names.filter((name) => cookieName.test(name)).slice(0, 20)
}

/** Returns the domains that a host's pages can set cookies for, from the host itself upwards. */
export function cookieDomains(host: string): string[] {
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host) || /^[\d.]+$/.test(host)) return []
  const labels = host.split('.').slice(-5)
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
