import { compareSync, hashSync } from 'bcryptjs'

export type HashJob =
  | { kind: 'hash'; password: string; cost: number }
  | { kind: 'compare'; password: string; hash: string }

/** Runs bcrypt in a thread, since it would block all requests for a third of a second. */
export default function run(job: HashJob): string | boolean {
  return job.kind === 'hash'
    ? hashSync(job.password, job.cost)
    : compareSync(job.password, job.hash)
}
