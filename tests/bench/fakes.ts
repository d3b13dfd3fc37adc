import { posts, startExtractionService } from '#tests/fakes/extraction-service.ts'
import { startMediaHost } from '#tests/fakes/media-host.ts'
import { selfSigned } from '#tests/fakes/tls.ts'

/** The outside world in a process of its own: `node tests/bench/fakes.ts http|https`. */
const tls = process.argv[2] === 'https' ? selfSigned() : null
const media = await startMediaHost({ record: false, ...(tls !== null && { tls }) })
const extraction = await startExtractionService({ mediaOrigin: media.origin, record: false })

process.stdout.write(
  `${JSON.stringify({
    extraction: extraction.endpoint,
    media: media.origin,
    ca: tls?.cert ?? '',
    env: {
      EXTRACTION_API_URL: extraction.endpoint,
      TRUSTED_UPSTREAMS: `${extraction.hostPort},${media.hostPort}`,
    },
    posts: Object.fromEntries(Object.values(posts).map((post) => [post.name, post.url])),
  })}\n`,
)
process.on('SIGTERM', () => process.exit(0))
