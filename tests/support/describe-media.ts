import { Demuxer } from 'node-av/api'
import { avGetCodecName } from 'node-av/lib'

export type MediaDescription = {
  codecs: string[]
  seconds: number
  /** Bits per second of the first stream. */
  bitRate: number
  tags: Record<string, string>
}

/** Reads a saved file with the audio worker's own library. */
export function describeMedia(bytes: Buffer): MediaDescription {
  const input = Demuxer.openSync(bytes)
  try {
    return {
      codecs: input.streams.map(({ codecpar }) => avGetCodecName(codecpar.codecId) ?? '?'),
      seconds: input.duration,
      bitRate: Number(input.streams[0]?.codecpar.bitRate ?? 0),
      tags: input.metadata,
    }
  } finally {
    input.closeSync()
  }
}
