import { isCountryDatabase } from '#app/analytics/country.server.ts'
import type { Settings } from '#app/settings/settings-schema.ts'

/** A file that cannot be read would leave the bundled one in force without a word. */
export function countryDatabaseProblem({
  countryDatabase = '',
}: Partial<Settings>): Partial<Record<'countryDatabase', string>> {
  if (countryDatabase === '' || isCountryDatabase(countryDatabase)) return {}
  return { countryDatabase: 'The server can’t find a readable .mmdb file at this path.' }
}
