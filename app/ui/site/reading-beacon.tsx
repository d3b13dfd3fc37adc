import script from './browser/beacon.ts?worker&url'
import { ModuleScript } from './page-scripts.tsx'

/** Counts how far a page is read, and for how long; it shows nothing. */
export function ReadingBeacon() {
  return <ModuleScript src={script} />
}
