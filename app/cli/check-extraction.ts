import path from 'node:path'
import { parseArgs } from 'node:util'
import { createSources } from '#app/download/extraction/extraction-sources.server.ts'
import { checkSource } from '#app/download/extraction/source-check.server.ts'
import { createMediaSource } from '#app/download/media/media.server.ts'
import { env } from '#app/env.server.ts'
import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import { type PostRef, parsePostLink } from '#app/posts/post-link.ts'
import { postUrl } from '#app/posts/post-url.ts'
import { canaryLinks } from '#app/settings/canary-links.ts'
import { type Settings, SettingsSchema } from '#app/settings/settings-schema.ts'
import { readSettings } from '#db/settings-reader.ts'
import { becomeDataOwner } from './data-owner.ts'

/**
 * `npm run check:extraction`: tries every source that is set up, for a person with internet. It runs
 * beside the server, reads the settings without a lock, and stores nothing.
 */

const usage = `npm run check:extraction -- [LINK …]

  Looks the links up at every source that is set up, one line each: what was found, whether its
  first bytes are a video, how long it took, or why it failed. Without a link, two public posts.
  It can run while the server runs, and stores nothing.

  Exit code: 0 if everything worked, 1 if anything failed, 2 if a link isn't a post's link.
`

becomeDataOwner()
process.exitCode = await run()

async function run(): Promise<number> {
  const { links, help } = readArguments()
  if (help) return say(usage.trimEnd(), 0)
  const refs: PostRef[] = []
  for (const link of links) {
    const parsed = parsePostLink(link)
    if (!parsed.ok) return say(`Not a post's link: ${link}\n\n${usage.trimEnd()}`, 2)
    refs.push(parsed.ref)
  }
  return check(refs)
}

async function check(refs: readonly PostRef[]): Promise<number> {
  const settings = await storedSettings()
  const timeoutMs = () => settings.apiTimeoutSeconds * 1000
  const sources = createSources({
    proxyFor: () => env.OUTBOUND_PROXY ?? null,
    ytdlpPath: env.YTDLP_PATH ?? null,
    trustedUpstreams: env.TRUSTED_UPSTREAMS,
    platformOrigin: env.PLATFORM_ORIGINS ?? null,
    cdnHosts: () => settings.mediaHosts,
    timeoutMs,
    endpoint: () => env.EXTRACTION_API_URL ?? (settings.extractionUrl || null),
    fallbackEndpoint: () => settings.fallbackExtractionUrl || null,
    requestsPerSecond: () => settings.extractionRequestsPerSecond,
  })
  const proxyFor = () => env.OUTBOUND_PROXY ?? null
  const client = createGuardedClient({ trustedUpstreams: env.TRUSTED_UPSTREAMS, proxyFor })
  const mediaSource = createMediaSource({
    client,
    allowedHosts: () => settings.mediaHosts,
    platforms: sources.platforms,
    serviceOrigins: sources.serviceOrigins,
    maxBytes: () => 2 * 1024 ** 3,
    minBytesPerSecond: 1024,
    idleMs: () => 10_000,
    sampleFolder: path.resolve('app/download/extraction/demo'),
  })
  let failures = 0
  let tried = 0
  try {
    for (const [name, source] of sources.live) {
      if (!source.isConfigured()) {
        say(`${name.padEnd(8)} --      not set up`)
        continue
      }
      for (const ref of refs) {
        const withinMs = Math.min(source.limitMs, timeoutMs())
        const { works, text } = await checkSource(source.extractor, mediaSource, ref, withinMs)
        tried += 1
        if (!works) failures += 1
        say(`${name.padEnd(8)} ${works ? 'ok    ' : 'FAILED'}  ${postUrl(ref)}  ${text}`)
      }
    }
  } finally {
    await Promise.all([sources.close(), client.close()])
  }
  return failures === 0 && tried > 0 ? 0 : 1
}

function readArguments(): { links: readonly string[]; help: boolean } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false, short: 'h' } },
  })
  return { links: positionals.length === 0 ? canaryLinks : positionals, help: values.help }
}

/** The operator's settings, read as any reader may; the defaults without a database. */
async function storedSettings(): Promise<Settings> {
  const stored: Record<string, unknown> = {}
  try {
    for (const { name, value } of await readSettings()) stored[name] = JSON.parse(value)
  } catch {
    say('No settings could be read, so the defaults are used.')
  }
  const usable = Object.entries(SettingsSchema.shape).filter(
    ([name, schema]) => name in stored && schema.safeParse(stored[name]).success,
  )
  return SettingsSchema.parse(Object.fromEntries(usable.map(([name]) => [name, stored[name]])))
}

function say(line: string, code = 0): number {
  process.stdout.write(`${line}\n`)
  return code
}
