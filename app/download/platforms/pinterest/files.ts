import { parsePlaylist } from '#app/download/join/playlist.ts'
import { chooseByHeight } from '#app/download/platforms/choose-by-height.ts'
import { fileAt } from '#app/download/platforms/found-post.ts'
import type { Ask } from '#app/download/platforms/platform-adapter.ts'
import type { MediaFile, PostVideo } from '#app/posts/extracted-post.server.ts'
import { videoHost } from './hosts.ts'
import type { PinVideo } from './post.ts'

/** Requests that a pin's look-up may make beside that for the pin, over all its videos. */
const mostRequests = 6
const maxPlaylistBytes = 64 * 1024

type Size = Pick<MediaFile, 'width' | 'height'>
type Sizes = ReturnType<typeof chooseByHeight>

const playlistPath =
  /^(\/videos\/(?:iht|mc))\/hls\/((?:[\da-f]{2}\/){3})([\da-f]{32})(?:_v\d+)?\.m3u8$/

/**
 * Finds the files of a pin's videos. Most list playlists only, beside which there is mostly a file
 * that one request finds; otherwise this server makes the file of the playlist.
 */
export function createFileFinder(ask: Ask, headers: Record<string, string>) {
  let left = mostRequests

  async function request(url: string, method: 'GET' | 'HEAD') {
    if (left === 0) return null
    left -= 1
    const answer = await ask(url, { headers, method, maxBytes: maxPlaylistBytes })
    return answer.kind === 'answer' && answer.status === 200 ? answer : null
  }

  /** Returns the file at an address. Null if there is none, or something else. */
  async function fileFound(url: string, key: string, size: Size): Promise<MediaFile | null> {
    const answer = await request(url, 'HEAD')
    if (answer?.header('content-type')?.startsWith('video/mp4') !== true) return null
    const bytes = Number(answer.header('content-length'))
    const known = { ...size, codec: 'h264', bytes: bytes > 0 ? bytes : null } as const
    return fileAt('pinterest', url, key, known)
  }

  /** Returns the sizes to offer of a playlist's. Their keys are names. Null if it can't be read. */
  async function sizesIn(playlist: string): Promise<Sizes> {
    const listed = parsePlaylist((await request(playlist, 'GET'))?.text ?? '')
    const variants = listed?.kind === 'master' ? listed.variants : []
    return chooseByHeight(
      variants
        .toSorted((a, b) => b.bandwidth - a.bandwidth)
        .map(({ name, width, height }) => fileAt('pinterest', name, name, { width, height })),
    )
  }

  async function filesBeside(playlist: string, sizes: Sizes, prefix: string): Promise<MediaFile[]> {
    const { pathname } = new URL(playlist)
    const [, root = '', folders = '', name = ''] = playlistPath.exec(pathname) ?? []
    if (root === '') return []
    const files: MediaFile[] = []
    for (const size of [sizes?.video, sizes?.hd]) {
      const { variantKey: variant = '', width = null, height = null } = size ?? {}
      if (!variant.endsWith('.m3u8')) continue
      const url = `https://${videoHost}${root}/expMp4/${folders}${variant.slice(0, -5)}.mp4`
      const file = await fileFound(url, `${prefix}.expMp4.${height ?? 0}`, { width, height })
      if (file !== null) files.push(file)
    }
    if (files.length > 0) return files
    const unknown = { width: null, height: null }
    for (const [index, path] of usualPaths(folders, name).entries()) {
      const url = `https://${videoHost}${path}`
      const file = await fileFound(url, `${prefix}.usual-${index + 1}`, unknown)
      if (file !== null) return [file]
    }
    return []
  }

  /** Returns a video with the files to offer. Null if it has none. */
  return async (video: PinVideo, prefix: string): Promise<PostVideo | null> => {
    const { files, playlist, cover, durationSeconds } = video
    const known = { cover, durationSeconds, captions: [], isSilent: false }
    const listed = chooseByHeight(files)
    if (listed !== null) return { ...listed, ...known }
    if (playlist === null) return null
    const sizes = await sizesIn(playlist)
    const found = chooseByHeight(await filesBeside(playlist, sizes, prefix))
    const usual = found?.video ?? joined(playlist, `${prefix}.playlist`, sizes?.video ?? null)
    const largest = sizes?.hd ?? null
    const isLarger = (linesOf(largest) ?? 0) > (linesOf(usual) ?? Infinity)
    const hd = isLarger ? joined(playlist, `${prefix}.playlist-hd`, largest) : null
    return { video: usual, hd: found?.hd ?? hd, ...known }
  }
}

/** Returns a file that this server makes of a playlist's segments, in one of the sizes it lists. */
function joined(playlist: string, key: string, size: Size | null): MediaFile {
  const { width = null, height = null } = size ?? {}
  const codec = size === null ? null : 'h264'
  const { addresses, ...file } = fileAt('pinterest', playlist, key, { width, height, codec })
  const lines = linesOf(size)
  const join = { kind: 'playlist', addresses, ...(lines !== null && { lines }) } as const
  return { ...file, addresses: [], join }
}

/** Returns the pixels of the shorter side. Null if they aren't known. */
function linesOf(size: Size | null): number | null {
  const { width = null, height = null } = size ?? {}
  return width === null || height === null ? null : Math.min(width, height)
}

/** Where other files of a name were seen, the likeliest first. */
function usualPaths(folders: string, name: string): string[] {
  return [
    `/videos/iht/expMp4/${folders}${name}_720w.mp4`,
    `/videos/iht/720p/${folders}${name}.mp4`,
    `/videos/mc/720p/${folders}${name}.mp4`,
    `/videos/iht/expMp4/${folders}${name}_t5.mp4`,
  ]
}
