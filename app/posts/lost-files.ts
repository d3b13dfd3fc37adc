import type { ExtractedPost, MediaFile } from './extracted-post.server.ts'

/** Returns a file that can't be had, so that those after it keep their places in the post. */
export function lostFile(url: string | null | undefined, variantKey: string): MediaFile {
  const unknown = { bytes: null, codec: null, width: null, height: null }
  return { ...unknown, addresses: [], variantKey, lostAt: hostOf(url) }
}

export function isLost({ lostAt }: MediaFile): boolean {
  return lostAt !== undefined
}

/** Returns an address's host; empty if it isn't an address. */
export function hostOf(url: string | null | undefined): string {
  return URL.parse(url ?? '')?.hostname ?? ''
}

/** Returns the hosts of the files that a post lists and that can't be had. */
export function lostHosts({ images, lost }: ExtractedPost): string[] {
  const hosts = [...images.map(({ lostAt }) => lostAt), lost?.sound, lost?.quality]
  return [...new Set(hosts)].filter((host) => host !== undefined).filter((host) => host !== '')
}
