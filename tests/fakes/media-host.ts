import { type FakeServer, type ServerOptions, startServer } from './http.ts'
import { type MediaFile, mediaFiles } from './media-files.ts'
import { type MediaHandler, mediaHandler } from './media-handler.ts'

export interface MediaHostOptions extends ServerOptions {
  /** Path of an MP4 file to serve in place of the built-in one. */
  clip?: string
  /** What HEAD gets: 503 (the default, as real CDNs do) or a right answer. */
  head?: 503 | 'as_get'
}

export interface MediaHost extends FakeServer {
  /** What is served, by file name. */
  files: Map<string, MediaFile>
  /** `setBehaviour('/media/video.mp4', 'cut/5000')` and from then on that path does so; null ends it. */
  setBehaviour: MediaHandler['setBehaviour']
}

/** What was asked for besides covers, which the app also fetches by itself after a look-up. */
export function filesAsked({ requests }: MediaHost): number {
  return requests.filter(({ url }) => !url.includes('cover.jpg')).length
}

/** A media host as real ones are; its paths and faults are in media-handler.ts and media-faults.ts. */
export async function startMediaHost(options: MediaHostOptions = {}): Promise<MediaHost> {
  const files = mediaFiles(options.clip)
  const { handle, setBehaviour } = mediaHandler({ files, head: options.head })
  const server = await startServer(handle, options)
  return { ...server, files, setBehaviour }
}
