import { lease } from '#app/processes/lease.server.ts'
import { onSettingsChange, siteTimeZone } from '#app/settings/settings.server.ts'
import { databaseIsShared, eventsDb, onDatabaseReplaced, transactEvents } from '#db/engine.ts'
import { createEventWriter } from './event-writer.server.ts'

const writer = createEventWriter(
  { eventsDb, transactEvents },
  siteTimeZone,
  databaseIsShared ? lease : null,
)

/** The events of this process; `createEventWriter` says what each of these does. */
export const {
  enqueueEvent,
  analyticsStats,
  flushEvents,
  catchUp,
  catchUpShortly,
  close: closeEvents,
} = writer

lease.onLeading(writer.lead, writer.follow)
onSettingsChange((changed) => {
  if (changed.has('timeZone')) void catchUp()
})
onDatabaseReplaced(writer.forget)
