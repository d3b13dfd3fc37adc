import { buffer } from 'node:stream/consumers'
import { openJoined } from '#app/download/join/joined-file.server.ts'
import { createMediaSource } from '#app/download/media/media.server.ts'
import { createAsk } from '#app/download/platforms/ask.server.ts'
import type { MediaHosts } from '#app/download/platforms/hosts.ts'
import type { FullRef } from '#app/download/platforms/link.ts'
import type { Ask, AskAnswer } from '#app/download/platforms/platform-adapter.ts'
import { platformTitles } from '#app/download/platforms/platform-key.ts'
import { createPlatforms, type ReadPlatform } from '#app/download/platforms/platforms.ts'
import type { Platform } from '#app/environment/platform-names.ts'
import { createGuardedClient, type GuardedClient } from '#app/outbound/fetch.server.ts'
import { theSite } from '#app/outbound/lookup-asker.ts'
import type { ExtractedPost } from '#app/posts/extracted-post.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { platformPost } from '#tests/fakes/platform-pages.ts'
import { startProgram } from './process.ts'
import { type Row, row } from './table.ts'

type Played = {
  links: Record<string, string>
  /** A pin whose file is made of a playlist. */
  joined: string
  origins: Partial<Record<Platform, string>>
  trusted: string[]
}
type Fakes = { platform: string; env: { TRUSTED_UPSTREAMS: string } }

const seconds = 3
const atOnce = 8
const readings = 300
/** A page of Instagram has about forty scripts with data, 1 MB in all. */
const pageBytes = 1_000_000

/** Each platform's reader, unpaced: look-ups per second, and the processor's time for reading answers. */
export async function platformRows(): Promise<Row[]> {
  const [fakes, played] = [
    await startProgram<Fakes>(['tests/fakes/main.ts', '--no-record']),
    await startProgram<Played>(['tests/bench/played-platforms.ts']),
  ]
  const { links, joined, origins, trusted } = played.said
  const trustedUpstreams = [...fakes.said.env.TRUSTED_UPSTREAMS.split(','), ...trusted]
  const client = createGuardedClient({ trustedUpstreams })
  const { tiktok, others, hostsOf } = createPlatforms({
    testOrigins: { tiktok: fakes.said.platform, ...origins },
    cdnHosts: () => [],
  })
  const readers: ReadPlatform[] = [tiktok, ...Object.values(others)]
  try {
    const rows: Row[] = []
    let yardstick: { perSecond: number; cpuMs: number } | null = null
    for (const reader of readers) {
      const { platform } = reader.adapter
      const link = platform === 'tiktok' ? platformPost('video', 1).url : links[platform]
      if (link === undefined) continue
      // The first round goes to what the engine has to compile.
      await measure(reader, link, client)
      const measured = await measure(reader, link, client)
      yardstick ??= measured
      const name = platformTitles[platform]
      rows.push(
        row(`${name}: look-ups, beside TikTok’s`, measured.perSecond, 'per s', yardstick.perSecond),
        row(
          `… processor time for reading ${Math.round(measured.characters / 1000)} kB of answers`,
          measured.cpuMs,
          'ms',
          yardstick.cpuMs,
        ),
      )
    }
    const { pinterest } = others
    if (pinterest === undefined || yardstick === null) return rows
    const lookups = await measure(pinterest, joined, client)
    const files = await joinsPerSecond(lookups.post, client, hostsOf)
    return [
      ...rows,
      row(
        'Pinterest, a video in pieces only: look-ups, beside TikTok’s',
        lookups.perSecond,
        'per s',
        yardstick.perSecond,
      ),
      row('… the file made of 8 pieces of picture and sound, and read whole', files, 'per s'),
    ]
  } finally {
    await client.close()
    await played.stop()
    await fakes.stop()
  }
}

async function measure({ adapter, hosts }: ReadPlatform, link: string, client: GuardedClient) {
  const ref = refOf(link)
  const answers: AskAnswer[] = []
  const ask = createAsk({
    client,
    hosts,
    intervalMs: () => 0,
    onAnswer: (_, answer) => answers.push(answer),
  })
  const signal = AbortSignal.timeout(60_000)
  const lookUp = () =>
    adapter.read(ref, ask({ signal, deadline: performance.now() + 60_000, asker: theSite }))
  const first = await lookUp()
  if (!first.ok) throw new Error(`${link}: ${JSON.stringify(first.failure)}`)
  const recorded = answers.map((answer) =>
    adapter.platform === 'instagram' ? withOtherScripts(answer) : answer,
  )

  const start = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() - start < seconds * 1000) {
        if (!(await lookUp()).ok) throw new Error(link)
        done += 1
      }
    }),
  )
  const perSecond = (done * 1000) / (performance.now() - start)
  const characters = recorded.reduce(
    (sum, one) => sum + (one.kind === 'answer' ? one.text.length : 0),
    0,
  )
  const cpuMs = await readingCpuMs(adapter, ref, recorded)
  return { perSecond, cpuMs, characters, post: first.post }
}

/** Makes a post's file of its playlist again and again, each time as if for the first time. */
async function joinsPerSecond(
  { video }: ExtractedPost,
  client: GuardedClient,
  hostsOf: MediaHosts,
): Promise<number> {
  const join = video?.join
  if (video === null || join?.kind !== 'playlist') throw new Error('Nothing to join')
  const source = createMediaSource({
    client,
    allowedHosts: () => [],
    serviceOrigins: () => [],
    hostsOf,
    maxBytes: () => 2 ** 31,
    minBytesPerSecond: 1,
    idleMs: () => 20_000,
    sampleFolder: '',
  })
  const signal = AbortSignal.timeout(60_000)
  const start = performance.now()
  let done = 0
  while (performance.now() - start < seconds * 1000) {
    // Plans are kept by their addresses.
    const addresses = join.addresses.map(({ url, profile }) => ({ url: `${url}?${done}`, profile }))
    const file = { ...video, join: { ...join, addresses } }
    const answer = await openJoined(source, file, { method: 'GET', signal })
    if (!answer.ok) throw new Error(answer.failure)
    await buffer(answer.media.body)
    done += 1
  }
  return (done * 1000) / (performance.now() - start)
}

/** Reads the same answers again and again, without a network. */
async function readingCpuMs(
  adapter: ReadPlatform['adapter'],
  ref: FullRef,
  answers: readonly AskAnswer[],
): Promise<number> {
  const before = process.cpuUsage()
  for (let n = 0; n < readings; n += 1) {
    let next = 0
    const ask: Ask = async () => {
      const answer = answers[next]
      next += 1
      if (answer === undefined) throw new Error('More requests than before')
      return answer
    }
    if (!(await adapter.read(ref, ask)).ok) throw new Error(`${ref.postId} can’t be read again`)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / readings
}

function withOtherScripts(answer: AskAnswer): AskAnswer {
  if (answer.kind !== 'answer') return answer
  const items = Array.from({ length: 250 }, (_, id) => ({ id, url: `https://example.com/${id}` }))
  const script = `<script type="application/json" data-sjs>${JSON.stringify({ require: items })}</script>`
  const count = Math.ceil((pageBytes - answer.text.length) / script.length)
  return { ...answer, text: answer.text.replace('<script', `${script.repeat(count)}<script`) }
}

function refOf(link: string): FullRef {
  const parsed = parsePostLink(link)
  if (!parsed.ok || parsed.ref.kind !== 'post') throw new Error(`Not a post’s link: ${link}`)
  return parsed.ref
}
