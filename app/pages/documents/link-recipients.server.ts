import { extractor, sourcesInForce } from '#app/download/extraction/sources.server.ts'
import { env } from '#app/env.server.ts'
import { extractionEndpoint, settings } from '#app/settings/settings.server.ts'

/** Who learns of the links that visitors look up, from what is on; for the privacy page. */
export type LinkRecipients = {
  /** Every link gives a sample, so nothing is asked. */
  demo: boolean
  /** Whether this server asks the platform itself. */
  platform: boolean
  /** Whether a yt-dlp on this server can do so too. */
  ytdlp: boolean
  /** Hosts of the extraction service; empty while none is asked. */
  services: string[]
  /** Whether requests to the platform go through the operator's proxy. */
  proxy: boolean
}

export function linkRecipients(): LinkRecipients {
  const demo = extractor().mode === 'demo'
  const names = new Set(
    sourcesInForce()
      .filter(({ isConfigured }) => isConfigured)
      .map(({ name }) => name),
  )
  const platform = !demo && (names.has('native') || names.has('ytdlp'))
  return {
    demo,
    platform,
    ytdlp: !demo && names.has('ytdlp'),
    services: !demo && names.has('service') ? serviceHosts() : [],
    proxy: env.OUTBOUND_PROXY !== undefined,
  }
}

function serviceHosts(): string[] {
  const addresses = [extractionEndpoint() ?? '', settings().fallbackExtractionUrl]
  const hosts = addresses.filter((address) => URL.canParse(address)).map((it) => new URL(it).host)
  return [...new Set(hosts)]
}
