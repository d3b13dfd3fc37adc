import { parseArgs } from 'node:util'
import { posts, startExtractionService } from './extraction-service.ts'
import { startMediaHost } from './media-host.ts'
import { startPlatform } from './platform-pages.ts'
import { selfSigned } from './tls.ts'

/**
 * Runs the fakes by themselves, for trying the app by hand or from a bench in another process:
 *   node tests/fakes/main.ts [--port 4010] [--media-port 4011] [--clip file.mp4] [--tls] [--rate-limit] [--no-record]
 * Prints one JSON line: the addresses, the media host's own certificate, the environment the app needs, and every known post.
 */
const { values } = parseArgs({
  allowNegative: true,
  options: {
    port: { type: 'string', default: '0' },
    'media-port': { type: 'string', default: '0' },
    clip: { type: 'string' },
    tls: { type: 'boolean', default: false },
    'rate-limit': { type: 'boolean', default: false },
    record: { type: 'boolean', default: true },
  },
})

const tls = values.tls ? selfSigned() : null
const media = await startMediaHost({
  port: Number(values['media-port']),
  clip: values.clip,
  record: values.record,
  ...(tls !== null && { tls }),
})
const extraction = await startExtractionService({
  mediaOrigin: media.origin,
  port: Number(values.port),
  clip: values.clip,
  rateLimit: values['rate-limit'],
  record: values.record,
})

const platform = await startPlatform({ record: values.record })

const lines = {
  extraction: extraction.endpoint,
  platform: platform.origin,
  media: media.origin,
  ca: tls?.cert ?? '',
  env: {
    EXTRACTION_API_URL: extraction.endpoint,
    PLATFORM_ORIGINS: `tiktok=${platform.origin}`,
    TRUSTED_UPSTREAMS: [extraction, media, platform].map(({ hostPort }) => hostPort).join(),
  },
  posts: Object.fromEntries(Object.values(posts).map((post) => [post.name, post.url])),
}
process.stdout.write(`${JSON.stringify(lines)}\n`)

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, async () => {
    await Promise.all([media.close(), extraction.close(), platform.close()])
  })
}
