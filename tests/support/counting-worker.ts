import { afterAll } from 'vitest'
import { handlers } from '#app/jobs/handlers.ts'
import { createWorker } from '#app/jobs/worker.server.ts'

/** Counts stored events in the test's process, as a server does. Ends with the test file. */
export const countingWorker = createWorker({ counting: handlers.counting })
countingWorker.start()
afterAll(() => countingWorker.stop())
