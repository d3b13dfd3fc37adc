import { demoReason } from '#app/download/extraction/sources.server.ts'
import { env } from '#app/env.server.ts'
import type { SiteFacts } from '#app/i18n/site-context.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage } from '#app/settings/site-language.server.ts'

/** Returns what every page says about the site. */
export function siteFacts(): SiteFacts {
  return {
    siteName: settings().siteName,
    appUrl: env.APP_URL,
    defaultLanguage: defaultLanguage(),
    demo: demoReason(),
    batchLinks: settings().batchLinks,
    year: new Date().getUTCFullYear(),
  }
}
