import script from '#app/enhance/beacon.ts?worker&url'

/** Counts how far a page is read, and for how long; it shows nothing. */
export function ReadingBeacon() {
  return <script type="module" src={script} />
}
