import type { Platform } from '#app/environment/platform-names.ts'
import { platformTitles } from './platform-key.ts'

/** Returns a list's filter by platform. Empty if there is nothing to choose from. */
export function platformChoice(platforms: readonly Platform[], chosen?: Platform) {
  if (platforms.length < 2) return []
  const options = platforms.map((value) => ({ value, label: platformTitles[value] }))
  return [
    {
      name: 'platform',
      label: 'Platform',
      value: chosen ?? 'all',
      options: [{ value: 'all', label: 'All' }, ...options],
    },
  ]
}

/** Returns the platforms to choose from: those of the rows, and the chosen one. */
export function platformsToChoose(found: Platform[], chosen?: Platform): Platform[] {
  return chosen === undefined || found.includes(chosen) ? found : [...found, chosen]
}
