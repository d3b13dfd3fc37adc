import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'

export type MediaDescription = {
  /** Of the first picture and the first sound track, as `h264`, `aac` or `mp3`. */
  codecs: string[]
  seconds: number
  /** Bits per second of the sound, else of the picture, in whole thousands. */
  bitRate: number
  /** Null without a sound track. */
  sound: { sampleRate: number; channels: number } | null
  tags: { title?: string; artist?: string; comment?: string; date?: Date; cover?: Uint8Array }
}

/** Reads a media file to its end. Throws if it isn't one. */
export async function describeMedia(bytes: Uint8Array): Promise<MediaDescription> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const tracks = await input.getTracks()
  const sound = tracks.find((track) => track.type === 'audio')
  const measured = sound ?? tracks[0]
  let packetBytes = 0
  if (measured) {
    for await (const { byteLength } of new EncodedPacketSink(measured).packets()) {
      packetBytes += byteLength
    }
  }
  const audio = await input.getPrimaryAudioTrack()
  const sampleRate = await audio?.getSampleRate()
  const channels = await audio?.getNumberOfChannels()
  const seconds = await input.computeDuration()
  const { title, artist, comment, date, images } = await input.getMetadataTags()
  const codecs = tracks.map(({ codec }) => (codec === 'avc' ? 'h264' : (codec ?? '?')))
  input.dispose()
  return {
    codecs,
    seconds,
    bitRate: Math.round((packetBytes * 8) / seconds / 1000) * 1000,
    sound: sampleRate && channels ? { sampleRate, channels } : null,
    tags: {
      ...(title !== undefined && { title }),
      ...(artist !== undefined && { artist }),
      ...(comment !== undefined && { comment }),
      ...(date !== undefined && { date }),
      ...(images?.[0] !== undefined && { cover: images[0].data }),
    },
  }
}
