import {
  demoReason,
  pausedPlatforms,
  platformsInForce,
} from '#app/download/extraction/sources.server.ts'
import { platformTitles } from '#app/download/platforms/platform-key.ts'
import { env } from '#app/env.server.ts'
import type { SiteFacts } from '#app/i18n/site-context.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage } from '#app/settings/site-language.server.ts'

export function siteFacts(): SiteFacts {
  return {
    siteName: settings().siteName,
    appUrl: env.APP_URL,
    defaultLanguage: defaultLanguage(),
    demo: demoReason(),
    batchLinks: settings().batchLinks,
    platforms: platformsInForce().map(({ name }) => platformTitles[name]),
    paused: pausedPlatforms().map(({ platform, seconds }) => ({
      site: platformTitles[platform],
      seconds,
    })),
    year: new Date().getUTCFullYear(),
  }
}
