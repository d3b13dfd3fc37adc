import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import type { Settings } from '#app/settings/settings-schema.ts'
import { posts, startExtractionService } from '#tests/fakes/extraction-service.ts'
import { startMediaHost } from '#tests/fakes/media-host.ts'
import { postLink, startReddit } from '#tests/fakes/platforms/reddit.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { longClip } from './cut.ts'
import { startUnlimitedApp, treeCpuSeconds } from './process.ts'
import { readAtOnce } from './readers.ts'
import { type Row, row } from './table.ts'

const rounds = 20
/** Added to each frame, so that the clip has 3 Mbit/s. Nothing decodes them. */
const frameBytes = Buffer.alloc(10_000)

/** A file made of picture and sound, as visitors get it, against a plain file of the same size. */
export async function joinRows(): Promise<Row[]> {
  const reddit = await startReddit(await streams())
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-bench-join-'))
  const joined = await measure({ ...reddit.env, EXTRACTION_SOURCES: 'native' }, postLink('video'), {
    platforms: ['reddit'],
  })
  const clip = path.join(folder, 'clip.mp4')
  const plainFile = Buffer.alloc(joined.bytes)
  // It's sent as an MP4 only if it begins as one.
  plainFile.write('\0\0\0\x18ftypisom', 'latin1')
  writeFileSync(clip, plainFile)
  const media = await startMediaHost({ clip })
  const extraction = await startExtractionService({ mediaOrigin: media.origin })
  try {
    const plain = await measure(
      {
        EXTRACTION_API_URL: extraction.endpoint,
        TRUSTED_UPSTREAMS: [extraction.hostPort, media.hostPort].join(),
      },
      posts.video.url,
    )
    const what = `Joined file of ${Math.round(joined.bytes / 1e6)} MB`
    return [
      row(what, joined.speed, 'MB/s', plain.speed),
      ...(joined.cpu === null || plain.cpu === null
        ? []
        : [row(`${what}, CPU of the app`, joined.cpu, 's/GB', plain.cpu)]),
    ]
  } finally {
    await Promise.all([extraction.close(), media.close(), reddit.close()])
    rmSync(folder, { recursive: true })
  }
}

async function measure(env: Record<string, string>, url: string, settings: Partial<Settings> = {}) {
  const app = await startUnlimitedApp({ TRUSTED_PROXIES: '127.0.0.1', ...env }, settings)
  try {
    const { html } = await lookUp(app, url)
    const address = app.origin + (await saveLinkIn(app, html))
    // The first one plans the joined file.
    const { bytes } = await readAtOnce(address, 1, 1)
    const before = treeCpuSeconds(app.pid)
    const read = await readAtOnce(address, 1, rounds)
    const after = treeCpuSeconds(app.pid)
    return {
      bytes,
      speed: read.bytes / 1e6 / read.seconds,
      cpu: before === null || after === null ? null : (after - before) / (read.bytes / 1e9),
    }
  } finally {
    await app.discard()
  }
}

/** A clip of 72 s as picture and sound apart, in fragments of 3 s. */
async function streams(): Promise<{ picture: Buffer; sound: Buffer }> {
  const input = new Input({ formats: [MP4], source: new BufferSource(await longClip(3)) })
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  const decoderConfig = await video?.getDecoderConfig()
  const audioConfig = await audio?.getDecoderConfig()
  if (!video || !audio || !decoderConfig || !audioConfig) throw new Error('The clip has no tracks')
  const picture = new EncodedVideoPacketSource('avc')
  const pictureFile = fragmented()
  pictureFile.output.addVideoTrack(picture)
  await pictureFile.output.start()
  for await (const packet of new EncodedPacketSink(video).packets()) {
    const data = Buffer.concat([packet.data, frameBytes])
    await picture.add(packet.clone({ data }), { decoderConfig })
  }
  const sound = new EncodedAudioPacketSource('aac')
  const soundFile = fragmented()
  soundFile.output.addAudioTrack(sound)
  await soundFile.output.start()
  for await (const packet of new EncodedPacketSink(audio).packets()) {
    await sound.add(packet, { decoderConfig: audioConfig })
  }
  return { picture: await pictureFile.finish(), sound: await soundFile.finish() }
}

function fragmented() {
  const target = new BufferTarget()
  const format = new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 3 })
  const output = new Output({ format, target })
  return {
    output,
    async finish(): Promise<Buffer> {
      await output.finalize()
      return Buffer.from(target.buffer ?? new ArrayBuffer())
    },
  }
}
