import { createExtractionClient } from '#app/download/extraction/extraction-client.server.ts'
import { createAsk } from '#app/download/platforms/ask.server.ts'
import { createPlatformSource } from '#app/download/platforms/platform-source.server.ts'
import { createTiktokHosts } from '#app/download/platforms/tiktok/hosts.ts'
import { createTiktok } from '#app/download/platforms/tiktok/tiktok.ts'
import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import type { Extractor } from '#app/posts/extracted-post.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { platformPost } from '#tests/fakes/platform-pages.ts'
import { startProgram } from './process.ts'
import { type Row, row } from './table.ts'

type Fakes = {
  extraction: string
  platform: string
  env: { TRUSTED_UPSTREAMS: string }
}

const seconds = 5
const atOnce = 8
const timeoutMs = () => 30_000

/** The sources by themselves, unpaced: look-ups per second, and the processor's time for each. */
export async function sourceRows(): Promise<Row[]> {
  const fakes = await startProgram<Fakes>(['tests/fakes/main.ts', '--no-record'])
  const trustedUpstreams = fakes.said.env.TRUSTED_UPSTREAMS.split(',')
  const client = createGuardedClient({ trustedUpstreams })
  const hosts = createTiktokHosts({ testOrigin: fakes.said.platform, cdnHosts: () => [] })
  const native = createPlatformSource({
    id: 'native',
    adapter: createTiktok(hosts),
    ask: createAsk({ client, hosts, intervalMs: () => 0 }),
    timeoutMs,
  })
  const service = createExtractionClient({
    client,
    endpoint: () => fakes.said.extraction,
    minIntervalMs: () => 0,
    timeoutMs,
    queueLimit: 200,
  })
  try {
    await measure(native)
    await measure(service)
    const ofNative = await measure(native)
    const ofService = await measure(service)
    return [
      row('Look-ups of new posts by the native source, unpaced', ofNative.perSecond, 'per s'),
      row(
        '… processor time for each, beside that of the service',
        ofNative.cpuMs,
        'ms',
        ofService.cpuMs,
      ),
    ]
  } finally {
    await client.close()
    await fakes.stop()
  }
}

let serial = 0

async function measure(source: Extractor): Promise<{ perSecond: number; cpuMs: number }> {
  const end = performance.now() + seconds * 1000
  const before = process.cpuUsage()
  const start = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        const parsed = parsePostLink(platformPost('video', ++serial).url)
        if (!parsed.ok) throw new Error(parsed.reason)
        const result = await source.lookup(parsed.ref, AbortSignal.timeout(timeoutMs()))
        if (!result.ok) throw new Error(`${source.name}: ${JSON.stringify(result.failure)}`)
        done += 1
      }
    }),
  )
  const { user, system } = process.cpuUsage(before)
  return {
    perSecond: (done * 1000) / (performance.now() - start),
    cpuMs: (user + system) / 1000 / done,
  }
}
