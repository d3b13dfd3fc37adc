import { onSettingsChange, siteTimeZone } from '#app/settings/settings.server.ts'
import { eventsDb, onDatabaseReplaced, transactEvents } from '#db/engine.ts'
import { createEventWriter } from './event-writer.server.ts'

const writer = createEventWriter({ eventsDb, transactEvents }, siteTimeZone, null)

/** The events of this process; `createEventWriter` says what each of these does. */
export const {
  enqueueEvent,
  analyticsStats,
  flushEvents,
  catchUp,
  catchUpShortly,
  close: closeEvents,
} = writer

onSettingsChange((changed) => {
  if (changed.has('timeZone')) void catchUp()
})
onDatabaseReplaced(writer.forget)
