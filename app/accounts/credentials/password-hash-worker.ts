import { parentPort } from 'node:worker_threads'
import { compareSync, hashSync } from 'bcryptjs'

/** Computes bcrypt in a thread, since it would block all requests for a third of a second. */

export type HashJob =
  | { kind: 'hash'; password: string; cost: number }
  | { kind: 'compare'; password: string; hash: string }

export type HashAnswer = { ok: true; result: string | boolean } | { ok: false }

parentPort?.on('message', (job: HashJob) => {
  parentPort?.postMessage(run(job))
})

function run(job: HashJob): HashAnswer {
  try {
    return {
      ok: true,
      result:
        job.kind === 'hash'
          ? hashSync(job.password, job.cost)
          : compareSync(job.password, job.hash),
    }
  } catch {
    return { ok: false }
  }
}
