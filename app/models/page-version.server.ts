import { onDocumentsChange } from '#app/services/fragment.server.ts'
import { onSettingsChange } from './settings.server.ts'

let version = 0

onSettingsChange(pagesChanged)
onDocumentsChange(pagesChanged)

/**
 * Grows whenever what public pages show has changed: a setting or a document. Numbers of readers and
 * the like do not count; a kept page may be behind in those for as long as it is kept.
 */
export function pageVersion(): number {
  return version
}

/** To be called when something else that public pages show has changed. */
export function pagesChanged(): void {
  version += 1
}
