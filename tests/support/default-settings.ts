import { plural } from '#app/i18n/catalogue.ts'
import { en } from '#app/i18n/en.ts'
import { SettingsSchema } from '#app/settings/settings-schema.ts'

export const defaultSettings = SettingsSchema.parse({})

/** Long enough for the default countdown, and for that of browser tests. */
export const countdownMs = defaultSettings.countdownSeconds * 1000 + 500

/** Returns the default countdown's English text, `passed` seconds after its start. */
export function countdownText(passed = 0, seconds = defaultSettings.countdownSeconds): string {
  return plural(en.prepare.countdown, seconds - passed, 'en')
}
