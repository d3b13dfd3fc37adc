import { signals } from '#app/processes/signals.server.ts'
import { db, onDatabaseReplaced } from '#db/engine.ts'
import { isWanted } from './publish.server.ts'

/** Held in memory, since the report's job is planned without a query. */
let isOn = await read()

function read(): Promise<boolean> {
  return isWanted(db, 'report.weekly')
}

/** Reads it again once endpoints have changed. */
export async function readWeeklyReport(): Promise<void> {
  isOn = await read()
}
signals.on('webhooks', readWeeklyReport)
onDatabaseReplaced(readWeeklyReport)

/** Returns whether any endpoint is sent the week's figures. */
export function sendsWeeklyReport(): boolean {
  return isOn
}
