import { env } from '#app/env.server.ts'
import { settings } from './settings.server.ts'
import { defaultLanguage } from './site-language.server.ts'
import { demoReason } from './upstream.server.ts'

/** What every page says of the site: a page that failed too, which has no loader's data. */
export type SiteFacts = ReturnType<typeof siteFacts>

export function siteFacts() {
  return {
    siteName: settings().siteName,
    appUrl: env.APP_URL,
    defaultLanguage: defaultLanguage(),
    /** Why every link gives a sample; null on a live site. */
    demo: demoReason(),
    /** Links that can be looked up at once; 0 while there is no page for that. */
    batchLinks: settings().batchLinks,
    year: new Date().getUTCFullYear(),
  }
}
