import {
  lastOutages,
  type PlatformOutage,
} from '#app/download/extraction/platform-status.server.ts'
import { platformTitles } from '#app/download/platforms/platform-key.ts'
import { env } from '#app/env.server.ts'
import { textResponse } from '#app/http/text-response.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { xmlText } from '#app/pages/feeds/xml.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage } from '#app/settings/site-language.server.ts'
import { dayMs } from '#app/time/durations.ts'
import type { Route } from './+types/feed'

/**
 * The platforms' last outages as an Atom feed (RFC 4287). An entry changes when its outage ends.
 * Without any, it's as new as the day.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const outages = await lastOutages()
  const times = outages.map(({ beganAt, endedAt }) => endedAt ?? beganAt)
  const updated = times.length > 0 ? Math.max(...times) : Math.floor(Date.now() / dayMs) * dayMs
  const { siteName } = settings()
  const { status } = catalogue(defaultLanguage())
  const page = env.APP_URL + localPath('/status', defaultLanguage(), defaultLanguage())
  const self = xmlText(`${env.APP_URL}/status/feed.xml`)
  const body = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${defaultLanguage()}">
  <id>${xmlText(page)}</id>
  <title>${xmlText(fill(status.feedTitle, { site: siteName }))}</title>
  <updated>${new Date(updated).toISOString()}</updated>
  <link rel="self" type="application/atom+xml" href="${self}"/>
  <link rel="alternate" type="text/html" href="${xmlText(page)}"/>
  <author><name>${xmlText(siteName)}</name></author>
${outages.map((outage) => entry(outage, page)).join('')}</feed>
`
  const headers = { 'Cache-Control': 'public, max-age=60' }
  return textResponse(request, body, { type: 'application/atom+xml', headers })
}

function entry({ id, platform, beganAt, endedAt }: PlatformOutage, page: string): string {
  const { status } = catalogue(defaultLanguage())
  const name = new Map(Object.entries(platformTitles)).get(platform) ?? platform
  const title = fill(endedAt === null ? status.outage : status.recovered, { platform: name })
  return `  <entry>
    <id>${xmlText(page)}#outage-${id}</id>
    <title>${xmlText(title)}</title>
    <link rel="alternate" type="text/html" href="${xmlText(page)}"/>
    <published>${new Date(beganAt).toISOString()}</published>
    <updated>${new Date(endedAt ?? beganAt).toISOString()}</updated>
    <summary>${xmlText(title)}</summary>
  </entry>
`
}
