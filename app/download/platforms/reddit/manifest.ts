import { chooseByHeight } from '#app/download/platforms/choose-by-height.ts'
import { dashFiles } from '#app/download/platforms/dash.ts'
import type { MediaFile, PostVideo } from '#app/posts/extracted-post.server.ts'
import { videoHost } from './hosts.ts'

/** A file beside the manifest. */
const fileName = /^[A-Za-z\d_.-]{1,80}\.mp4$/

/**
 * Reads a video's manifest (MPEG-DASH), which lists picture and sound apart. Returns the sizes to
 * offer, each with the best sound. Null if it lists no picture that plays everywhere.
 */
export function readManifest(manifest: string, video: string): PostVideo | null {
  const listed = dashFiles(manifest).filter(({ url }) => fileName.test(url))
  const addressOf = (name: string) => {
    return { url: `https://${videoHost}/${video}/${name}`, profile: 'reddit' as const }
  }
  const sound = listed.find(({ kind }) => kind === 'sound')
  const files = listed.flatMap(({ url: name, kind, width, height }): MediaFile[] => {
    if (kind !== 'picture') return []
    const variantKey = sound === undefined ? name : `${name}+${sound.url}`
    const join = {
      kind: 'tracks' as const,
      picture: [addressOf(name)],
      sound: sound === undefined ? [] : [addressOf(sound.url)],
    }
    return [{ addresses: [], bytes: null, codec: 'h264', width, height, variantKey, join }]
  })
  const chosen = chooseByHeight(files)
  if (chosen === null) return null
  return {
    ...chosen,
    cover: null,
    captions: [],
    durationSeconds: secondsOf(manifest),
    isSilent: sound === undefined,
  }
}

/** Returns how long the clip is, written as PT1H2M3.4S. */
function secondsOf(manifest: string): number | null {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /mediaPresentationDuration="PT(?:(\d{1,2})H)?(?:(\d{1,4})M)?(?:([\d.]{1,12})S)?"/.exec(
      manifest,
    ) ?? []
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return total > 0 ? Math.min(total, 86_400) : null
}
