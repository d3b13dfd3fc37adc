import type { MediaAddress, MediaFile } from '#app/posts/extracted-post.server.ts'
import { hourMs } from '#app/time/durations.ts'
import { fileAt } from './found-post.ts'
import { isPublic } from './hosts.ts'
import { isListedHost } from './link.ts'

/** Files of Instagram and Facebook, which share their hosts. */

const hosts = ['cdninstagram.com', 'fbcdn.net']

/** Returns true for the addresses of files on the two sites' own hosts. */
export function isMetaFile(url: URL): boolean {
  return isPublic(url) && isListedHost(url.hostname, hosts)
}

/** Returns an address if it is on the two sites' own hosts. */
export function metaAddress(written: string): URL | null {
  const url = URL.parse(written)
  return url !== null && isMetaFile(url) ? url : null
}

/** Providers' own copies of files, and the host that has all of them by the same signed paths. */
const providerHost = /\.fna\.fbcdn\.net$/
const mainHost = 'scontent.xx.fbcdn.net'

/** Returns the addresses of one of Instagram's files: a provider's copy can be out of reach. */
export function metaAddresses({ href, hostname, pathname, search }: URL): MediaAddress[] {
  const main = providerHost.test(hostname) ? [`https://${mainHost}${pathname}${search}`] : []
  return [href, ...main].map((url) => ({ url, profile: 'instagram' }))
}

/** Makes a file of Instagram. `variantKey` names it after a new look-up too. */
export function metaFile(
  url: URL,
  variantKey: string,
  known: Parameters<typeof fileAt>[3],
): MediaFile {
  return { ...fileAt('instagram', url.href, variantKey, known), addresses: metaAddresses(url) }
}

/**
 * Returns when the first signature ends, an hour early, since a save can take that long. Null if no
 * address names its end, in hexadecimal Unix seconds.
 */
export function metaExpiry(files: readonly (MediaFile | null)[]): Date | null {
  const times = files.flatMap((file) => {
    const joined = file?.join?.kind === 'tracks' ? file.join.picture[0] : undefined
    const query = URL.parse((file?.addresses[0] ?? joined)?.url ?? '')?.searchParams
    const written = query?.get('oe') ?? ''
    return /^[\da-f]{8}$/i.test(written) ? [Number.parseInt(written, 16) * 1000 - hourMs] : []
  })
  return times.length === 0 ? null : new Date(Math.min(...times))
}
