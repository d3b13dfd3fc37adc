import { setPriority } from 'node:os'
import { type MaintenanceTask, runMaintenance } from './maintenance.ts'

/** Does one task for the process that forked it, at a low priority. */

try {
  setPriority(10)
} catch {
  // Not allowed everywhere, and only a courtesy.
}

process.once('disconnect', () => process.exit(1))
process.once('message', async (task: MaintenanceTask) => {
  const answer = await runMaintenance(task)
  process.send?.(answer, () => process.exit(0))
})
