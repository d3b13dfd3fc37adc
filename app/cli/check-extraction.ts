import path from 'node:path'
import { parseArgs } from 'node:util'
import { createSources } from '#app/download/extraction/extraction-sources.server.ts'
import { checkSource } from '#app/download/extraction/source-check.server.ts'
import { createMediaSource } from '#app/download/media/media.server.ts'
import type { PostRef } from '#app/download/platforms/link.ts'
import { linkedPlatforms, postUrl } from '#app/download/platforms/links.ts'
import { columnsOf, isOther, type SourceId } from '#app/download/platforms/source-id.ts'
import { env } from '#app/env.server.ts'
import type { Platform } from '#app/environment/platform-names.ts'
import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { type Settings, SettingsSchema } from '#app/settings/settings-schema.ts'
import { readSettings } from '#db/settings-reader.ts'
import { becomeDataOwner } from './data-owner.ts'
import { describeAnswer, describeHead } from './extraction-probe.ts'

/**
 * `npm run check:extraction`: tests every configured source against the internet. It can run next
 * to the server, reads the settings without a lock, and stores nothing.
 */

const usage = `npm run check:extraction -- [LINK …]
npm run check:extraction -- --probe PLATFORM [LINK …]

  Looks the links up at every source that is set up, one line each: what was found, whether its
  first bytes are a video, how long it took, or why it failed. Without a link, two public posts of
  each platform. It can run while the server runs, and stores nothing.

  Platforms, whether they are on or off: ${linkedPlatforms().join(', ')}.

  --probe PLATFORM prints what the platform answers, to find out what it has changed: statuses,
  names of fields without their values, and the first bytes of files. Send it to the developers.

  Exit code: 0 if everything worked, 1 if anything failed, 2 if a link isn't a post's link.
`

becomeDataOwner()
process.exitCode = await run()

async function run(): Promise<number> {
  const { links, help, probe } = readArguments()
  if (help) return say(usage.trimEnd(), 0)
  const probed = linkedPlatforms().find((platform) => platform === probe)
  if (probe !== undefined && probed === undefined) {
    return say(`No such platform: ${probe}\n\n${usage.trimEnd()}`, 2)
  }
  const refs = links.map((link) => ({ link, ref: refOf(link) }))
  const wrong = refs.find(({ ref }) => ref === null)
  if (wrong !== undefined) return say(`Not a post's link: ${wrong.link}\n\n${usage.trimEnd()}`, 2)
  return check(
    refs.flatMap(({ ref }) => ref ?? []),
    probed,
  )
}

/** Tries the sources of all platforms, or prints what the `probed` one answers. */
async function check(refs: readonly PostRef[], probed?: Platform): Promise<number> {
  const settings = await storedSettings()
  const timeoutMs = () => settings.apiTimeoutSeconds * 1000
  const proxyFor = () => env.OUTBOUND_PROXY ?? null
  const sources = createSources({
    proxyFor,
    ytdlpPath: env.YTDLP_PATH ?? null,
    trustedUpstreams: env.TRUSTED_UPSTREAMS,
    platformOrigins: env.PLATFORM_ORIGINS,
    canaries: () => settings.canaryLinks,
    cdnHosts: () => settings.mediaHosts,
    timeoutMs,
    endpoint: () => env.EXTRACTION_API_URL ?? (settings.extractionUrl || null),
    fallbackEndpoint: () => settings.fallbackExtractionUrl || null,
    requestsPerSecond: () => settings.extractionRequestsPerSecond,
    ...(probed !== undefined && {
      onAnswer: (asked, answer) => void describeAnswer(asked, answer).map((line) => say(line)),
    }),
  })
  const client = createGuardedClient({ trustedUpstreams: env.TRUSTED_UPSTREAMS, proxyFor })
  const mediaSource = createMediaSource({
    client,
    allowedHosts: () => settings.mediaHosts,
    hostsOf: sources.hostsOf,
    serviceOrigins: sources.serviceOrigins,
    maxBytes: () => 2 * 1024 ** 3,
    minBytesPerSecond: 1024,
    idleMs: () => 10_000,
    sampleFolder: path.resolve('app/download/extraction/demo'),
  })
  let failures = 0
  let tried = 0
  try {
    for (const source of [...Object.values(sources.live), ...Object.values(sources.readers)]) {
      const { name } = source
      const { platform } = columnsOf(name)
      if (probed !== undefined && (platform !== probed || !asksPlatform(name))) continue
      if (!source.isConfigured()) {
        say(`${name.padEnd(8)} --      not set up`)
        continue
      }
      const canaries = source.canaries().flatMap((link) => refOf(link) ?? [])
      const own = refs.filter((ref) => ref.platform === platform)
      for (const ref of refs.length === 0 ? canaries : own) {
        const withinMs = Math.min(source.limitMs, timeoutMs())
        const { works, text, head } = await checkSource(source.extractor, ref, {
          mediaSource,
          withinMs,
        })
        tried += 1
        if (!works) failures += 1
        say(`${name.padEnd(8)} ${works ? 'ok    ' : 'FAILED'}  ${postUrl(ref)}  ${text}`)
        if (probed !== undefined && head !== undefined) say(`  file ${describeHead(head)}`)
      }
    }
  } finally {
    await Promise.all([sources.close(), client.close()])
  }
  return failures === 0 && tried > 0 ? 0 : 1
}

/** Services and programs answer in their own way. */
function asksPlatform(name: SourceId): boolean {
  return name === 'native' || isOther(name)
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false, short: 'h' }, probe: { type: 'string' } },
  })
  return { links: positionals, ...values }
}

function refOf(link: string): PostRef | null {
  const parsed = parsePostLink(link)
  return parsed.ok ? parsed.ref : null
}

/** Returns the stored settings, read without a lock; the defaults if there is no database. */
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
