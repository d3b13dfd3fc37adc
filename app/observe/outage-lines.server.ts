import { log } from './log.server.ts'

/** Logs what is done again and again once when it fails, and once when it works again. */
export function createOutageLines(failure: string, recovery: string) {
  let hasFailed = false

  function worked(): void {
    if (hasFailed) log.info(recovery)
    hasFailed = false
  }

  function failed(error: unknown): void {
    if (!hasFailed) log.warn({ err: error }, failure)
    hasFailed = true
  }

  return {
    worked,
    failed,
    /** Resolves once the work has worked or failed. Never rejects. */
    of: (work: Promise<unknown>): Promise<void> => work.then(worked, failed),
  }
}
