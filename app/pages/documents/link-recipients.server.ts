import { demoReason, isOn, sourcesInForce } from '#app/download/extraction/sources.server.ts'
import { env } from '#app/env.server.ts'
import { extractionEndpoint, settings } from '#app/settings/settings.server.ts'

/** Recipients of the links that visitors look up, by what is on. For the privacy page. */
export type LinkRecipients = {
  /** Every link returns a sample, so no one is asked. */
  demo: boolean
  /** True if this server asks TikTok itself. */
  platform: boolean
  /** True if a yt-dlp on this server can do so too. */
  ytdlp: boolean
  /** Hosts of the extraction service. Empty while it isn't asked. */
  services: string[]
  /** True if requests to the platform go through the operator's proxy. */
  proxy: boolean
}

export function linkRecipients(): LinkRecipients {
  const demo = demoReason() === 'chosen'
  const inForce = demo || !isOn('tiktok') ? [] : sourcesInForce()
  const names = new Set(inForce.filter(({ isConfigured }) => isConfigured).map(({ name }) => name))
  return {
    demo,
    platform: names.has('native') || names.has('ytdlp'),
    ytdlp: names.has('ytdlp'),
    services: names.has('service') ? serviceHosts() : [],
    proxy: env.OUTBOUND_PROXY !== undefined,
  }
}

function serviceHosts(): string[] {
  const addresses = [extractionEndpoint() ?? '', settings().fallbackExtractionUrl]
  const hosts = addresses.filter((address) => URL.canParse(address)).map((it) => new URL(it).host)
  return [...new Set(hosts)]
}
