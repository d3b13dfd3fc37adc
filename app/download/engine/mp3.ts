import { decoder as createDecoder } from '@audio/decode-aac'
import {
  AudioSampleSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  type Input,
  type InputAudioTrack,
  Mp3OutputFormat,
  Output,
  StreamTarget,
} from 'mediabunny'
import { type JobOutput, type Mp3Job, Refusal } from './engine-job.ts'
import { LameSound } from './lame-sound.ts'
import { registerEncoder } from './mp3-encoder.ts'

registerEncoder()

/** A track this much shorter than its own index states was cut off. */
const MISSING_SECONDS = 1
/** Decoded before a part, since each frame overlaps the one before it. */
const LEAD_SECONDS = 0.2
/** Packets that can't be decoded: more than this, and most of the sound, isn't sound. */
const FAULTS = 20
/** Encoded at once, since each time costs: a tenth of a second. */
const BATCH_FRAMES = 4096
const RATES = [48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]

/** Writes the sound of a file as MP3. MP3 is copied, AAC is decoded and encoded. */
export async function makeMp3(job: Mp3Job, input: Input, output: JobOutput): Promise<void> {
  const track = await soundOf(input)
  const promised = await track.getDurationFromMetadata()
  if (job.part && promised !== null && job.part.fromMs / 1000 >= promised) {
    throw new Refusal('past_end', `${job.part.fromMs} ms of ${promised} s`)
  }
  const seconds = job.part ? (job.part.toMs - job.part.fromMs) / 1000 : promised
  if (seconds !== null && seconds > job.maxSeconds) {
    throw new Refusal('too_long', `${Math.round(seconds)} s`)
  }
  if (track.codec === 'mp3') return copyMp3(job, track, output)
  if (track.codec === 'aac') return encodeAac(job, track, output, promised)
  throw new Refusal('not_media', `codec ${track.codec}`)
}

async function soundOf(input: Input): Promise<InputAudioTrack> {
  if (!(await input.canRead())) throw new Refusal('not_media', 'unknown format')
  const track = await input.getPrimaryAudioTrack()
  if (track !== null) return track
  // A file cut off inside its index has tracks too, but none with a length.
  const video = await input.getPrimaryVideoTrack()
  const isWhole = video !== null && ((await video.getDurationFromMetadata()) ?? 0) > 0
  throw new Refusal(isWhole ? 'no_sound' : 'not_media', 'no sound track')
}

type Packets = AsyncGenerator<{ data: Uint8Array; timestamp: number; end: number }>

/**
 * Yields the packets of a track, or of the part with its lead. Refuses a track that ends before its
 * index says so, and one over the limit.
 */
async function* packetsOf(job: Mp3Job, track: InputAudioTrack, promised: number | null): Packets {
  const sink = new EncodedPacketSink(track)
  const { fromMs, toMs } = job.part ?? { fromMs: 0, toMs: Number.POSITIVE_INFINITY }
  const first = job.part ? await sink.getPacket(Math.max(0, fromMs / 1000 - LEAD_SECONDS)) : null
  let end = 0
  for await (const packet of sink.packets(first ?? undefined)) {
    if (packet.timestamp >= toMs / 1000) return
    end = packet.timestamp + packet.duration
    if (end - fromMs / 1000 > job.maxSeconds + 1) {
      throw new Refusal('too_long', `over ${job.maxSeconds} s`)
    }
    yield { data: packet.data, timestamp: packet.timestamp, end }
  }
  const expected = Math.min(promised ?? 0, toMs / 1000)
  if (end < expected - MISSING_SECONDS) {
    throw new Refusal('not_media', `ended after ${end} of ${promised} s`)
  }
}

function createOutput({ tags }: Mp3Job, target: StreamTarget | BufferTarget): Output {
  // The header with the number of frames is written last, which a stream can't; at a constant bit
  // rate players need none.
  const format = new Mp3OutputFormat({ xingHeader: target instanceof BufferTarget })
  const output = new Output({ format, target })
  const { title, artist, link, date } = tags
  output.setMetadataTags({
    ...(title !== undefined && { title }),
    ...(artist !== undefined && { artist }),
    ...(link !== undefined && { comment: link }),
    ...(date !== undefined && { date: new Date(date) }),
  })
  return output
}

/** Sent at its end: the number of frames comes first, since its bit rate can vary. */
async function copyMp3(job: Mp3Job, track: InputAudioTrack, { write }: JobOutput): Promise<void> {
  const target = new BufferTarget()
  const output = createOutput(job, target)
  const source = new EncodedAudioPacketSource('mp3')
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = await track.getDecoderConfig()
  const sink = new EncodedPacketSink(track)
  const { fromMs, toMs } = job.part ?? { fromMs: 0, toMs: job.maxSeconds * 1000 }
  const first = await (job.part ? sink.getPacket(fromMs / 1000) : sink.getFirstPacket())
  if (first === null) throw new Refusal('not_media', 'no frames')
  for await (const packet of sink.packets(first)) {
    if (packet.timestamp >= toMs / 1000) {
      if (job.part) break
      throw new Refusal('too_long', `over ${job.maxSeconds} s`)
    }
    const timestamp = packet.timestamp - first.timestamp
    await source.add(packet.clone({ timestamp }), decoderConfig ? { decoderConfig } : undefined)
  }
  await output.finalize()
  if (target.buffer) await write(new Uint8Array(target.buffer))
}

async function encodeAac(
  job: Mp3Job,
  track: InputAudioTrack,
  { write }: JobOutput,
  promised: number | null,
): Promise<void> {
  const decoder = await openDecoder(track)
  let encoder: Encoder | undefined
  let faults = 0
  let packets = 0
  try {
    for await (const { data, timestamp } of packetsOf(job, track, promised)) {
      packets += 1
      const sound = decode(decoder, data)
      if (sound === null) {
        faults += 1
        if (faults > FAULTS && faults > packets / 2) {
          throw new Refusal('not_media', `${faults} of ${packets} packets are damaged`)
        }
        continue
      }
      // Not by the track's header: HE-AAC doubles the rate, its second version the channels.
      encoder ??= await openEncoder(job, sound, timestamp, write)
      await encoder.add(sound)
    }
    if (encoder === undefined) throw new Refusal('not_media', 'no sound could be decoded')
    await encoder.finish()
  } finally {
    decoder.free()
  }
}

type Decoder = Awaited<ReturnType<typeof createDecoder>>
type Sound = { channelData: Float32Array[]; sampleRate: number }

async function openDecoder(track: InputAudioTrack): Promise<Decoder> {
  const config = await track.getDecoderConfig()
  const description = config?.description
  if (description === undefined) return createDecoder()
  const asc = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description)
  try {
    return await createDecoder({ asc })
  } catch (error) {
    throw new Refusal('not_media', String(error))
  }
}

/** Null for a packet without sound: a damaged one, or the first, which only leads in. */
function decode(decoder: Decoder, packet: Uint8Array): Sound | null {
  const { channelData, sampleRate } = decoder.decode(packet)
  return (channelData[0]?.length ?? 0) > 0 && sampleRate > 0 ? { channelData, sampleRate } : null
}

type Encoder = { add(sound: Sound): Promise<void>; finish(): Promise<void> }

async function openEncoder(
  job: Mp3Job,
  first: Sound,
  timestamp: number,
  write: JobOutput['write'],
): Promise<Encoder> {
  const { sampleRate } = first
  const numberOfChannels = first.channelData.length
  const { fromMs, toMs } = job.part ?? { fromMs: 0, toMs: Number.POSITIVE_INFINITY }
  const sink = new WritableStream({ write: ({ data }) => write(data) })
  const output = createOutput(job, new StreamTarget(sink))
  const fits = numberOfChannels <= 2 && RATES.includes(sampleRate)
  // Only where it is needed: it holds back seconds of sound.
  const transform = { numberOfChannels: Math.min(numberOfChannels, 2), sampleRate: 44_100 }
  const source = new AudioSampleSource({
    codec: 'mp3',
    bitrate: job.kbps * 1000,
    ...(fits ? {} : { transform }),
  })
  output.addAudioTrack(source)
  await output.start()
  const length = Math.round(((toMs - fromMs) / 1000) * sampleRate)
  /** Position of the next decoded sample in the MP3; before 0 it is left out. */
  let at = Math.round((timestamp - fromMs / 1000) * sampleRate)
  if (job.part === null && at > 0) at = 0
  let written = 0
  let held: Float32Array[][] = []
  let heldFrames = 0
  const encode = async () => {
    const timestamp = written / sampleRate
    const sample = LameSound.of(held, heldFrames, { numberOfChannels, sampleRate, timestamp })
    written += heldFrames
    held = []
    heldFrames = 0
    await source.add(sample)
    sample.close()
  }
  return {
    async add({ channelData, sampleRate: rate }) {
      if (channelData.length !== numberOfChannels || rate !== sampleRate) {
        throw new Refusal('not_media', 'the sound changes its rate or channels')
      }
      const frames = channelData[0]?.length ?? 0
      const from = Math.min(Math.max(0, -at), frames)
      const to = Math.max(from, Math.min(frames, length - at))
      at += frames
      if (to === from) return
      held.push(channelData.map((samples) => samples.subarray(from, to)))
      heldFrames += to - from
      if (heldFrames >= BATCH_FRAMES) await encode()
    },
    async finish() {
      if (heldFrames > 0) await encode()
      await output.finalize()
    },
  }
}
