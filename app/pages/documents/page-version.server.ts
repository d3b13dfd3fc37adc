import { onPlatformReachChange } from '#app/download/extraction/sources.server.ts'
import { onSettingsChange } from '#app/settings/settings.server.ts'
import { onDatabaseReplaced } from '#db/engine.ts'
import { onDocumentsChange } from './document.server.ts'

let version = 0

onSettingsChange(pagesChanged)
onDatabaseReplaced(pagesChanged)
onDocumentsChange(pagesChanged)
onPlatformReachChange(pagesChanged)

/**
 * Grows whenever what public pages show has changed: a setting, a document,
 * the database, or whether every link gives a sample. Numbers of readers and
 * the like do not count; a kept page may be behind in those for as long as it is kept.
 */
export function pageVersion(): number {
  return version
}

function pagesChanged(): void {
  version += 1
}
