import { onPauseChange } from '#app/download/extraction/source-pauses.server.ts'
import { onPlatformReachChange, pausedPlatforms } from '#app/download/extraction/sources.server.ts'
import { onSettingsChange } from '#app/settings/settings.server.ts'
import { onDatabaseReplaced } from '#db/engine.ts'
import { onDocumentsChange } from './document.server.ts'

/** Pages can show the end of a pause this much too late. */
const pauseStepMs = 20_000

let version = 0
let pauseTimer: NodeJS.Timeout | undefined

onSettingsChange(pagesChanged)
onDatabaseReplaced(pagesChanged)
onDocumentsChange(pagesChanged)
onPlatformReachChange(pagesChanged)
onPauseChange(pauseChanged)

/**
 * Increases whenever what public pages show has changed: a setting, a document, the database,
 * whether every link returns a sample, or when look-ups resume. Reader numbers and the like don't
 * count: a cached page can be out of date in those.
 */
export function pageVersion(): number {
  return version
}

function pagesChanged(): void {
  version += 1
}

/** Pages show how long a pause still lasts, so they are rendered again during it. */
function pauseChanged(): void {
  pagesChanged()
  clearTimeout(pauseTimer)
  if (pausedPlatforms().length > 0) pauseTimer = setTimeout(pauseChanged, pauseStepMs).unref()
}
