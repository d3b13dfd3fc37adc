import { plural } from '#app/i18n/catalogue.ts'
import { en } from '#app/i18n/en.ts'
import { SettingsSchema } from '#app/settings/settings-schema.ts'

/** The settings of a site whose operators have changed none. */
export const defaultSettings = SettingsSchema.parse({})

/** Enough for the whole countdown of such a site. */
export const countdownMs = defaultSettings.countdownSeconds * 1000 + 500

/** What the countdown of such a site says, in English, `passed` seconds after its begin. */
export function countdownText(passed = 0): string {
  return plural(en.prepare.countdown, defaultSettings.countdownSeconds - passed, 'en')
}
