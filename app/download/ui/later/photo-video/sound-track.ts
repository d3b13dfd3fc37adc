import {
  ADTS,
  AudioSampleSink,
  AudioSampleSource,
  type AudioSource,
  BlobSource,
  canEncodeAudio,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MP3,
  MP4,
  QTFF,
} from 'mediabunny'

const bitrate = 128_000

export type SoundTrack = {
  seconds: number
  source: AudioSource
  /** The codec in the video. */
  codec: string
  /** Adds the sound's first `seconds`, repeating it until then. */
  fill(seconds: number, signal: AbortSignal): Promise<void>
  close(): void
}

/**
 * Opens a post's sound for a video. AAC is copied as it is. Other sounds become AAC, which every
 * player takes, or are copied too where the browser has no AAC encoder. Throws if it has no sound.
 */
export async function openSound(file: Blob): Promise<SoundTrack> {
  const input = new Input({ source: new BlobSource(file), formats: [MP3, MP4, QTFF, ADTS] })
  const track = await input.getPrimaryAudioTrack()
  const codec = (await track?.getCodec()) ?? null
  if (track === null || codec === null) throw new Error('The sound has no audio track')
  const start = await track.getFirstTimestamp()
  const seconds = (await track.computeDuration()) - start
  if (!(seconds > 0)) throw new Error('The sound is empty')
  const encodes = codec !== 'aac' && (await becomesAac(track))
  const { source, once } = encodes ? encoded(track) : await copied(track, codec)
  return {
    seconds,
    source,
    codec: encodes ? 'aac' : codec,
    async fill(all, signal) {
      for (let from = 0; from < all; from += seconds) {
        for await (const add of once(from - start, all)) {
          signal.throwIfAborted()
          await add()
        }
      }
    },
    close: () => input.dispose(),
  }
}

async function becomesAac(track: InputAudioTrack): Promise<boolean> {
  const [numberOfChannels, sampleRate] = [
    await track.getNumberOfChannels(),
    await track.getSampleRate(),
  ]
  const encodes = await canEncodeAudio('aac', { numberOfChannels, sampleRate, bitrate })
  return encodes && (await track.canDecode())
}

/** `once` yields a function for each part of the sound before `until`, moved by `shift` seconds. */
type Feed = {
  source: AudioSource
  once: (shift: number, until: number) => AsyncIterable<() => Promise<void>>
}

function encoded(track: InputAudioTrack): Feed {
  const source = new AudioSampleSource({ codec: 'aac', bitrate })
  const sink = new AudioSampleSink(track)
  return {
    source,
    async *once(shift, until) {
      for await (const sample of sink.samples()) {
        try {
          const at = sample.timestamp + shift
          if (at >= until) return
          sample.setTimestamp(at)
          yield () => source.add(sample)
        } finally {
          sample.close()
        }
      }
    },
  }
}

async function copied(
  track: InputAudioTrack,
  codec: NonNullable<Awaited<ReturnType<InputAudioTrack['getCodec']>>>,
): Promise<Feed> {
  const source = new EncodedAudioPacketSource(codec)
  const sink = new EncodedPacketSink(track)
  const decoderConfig = await track.getDecoderConfig()
  return {
    source,
    async *once(shift, until) {
      for await (const packet of sink.packets()) {
        const at = packet.timestamp + shift
        if (at >= until) return
        const moved = packet.clone({ timestamp: at })
        yield () => source.add(moved, decoderConfig === null ? undefined : { decoderConfig })
      }
    },
  }
}
