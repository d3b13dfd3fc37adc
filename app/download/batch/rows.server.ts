import type { Selectable } from 'kysely'
import type { LookupProblem } from '#app/download/lookup.server.ts'
import {
  type LookupProblemAnswer,
  lookupProblemAnswer,
} from '#app/download/lookup-problem.server.ts'
import type { PostFacts } from '#app/download/post-facts.server.ts'
import { isPostBlocked } from '#app/posts/blocking.server.ts'
import type { Database } from '#db/schema.ts'

/** Why a link gives no post; `failed` is a fault of ours. */
export type BatchFailure =
  | LookupProblem
  | { kind: 'too_many'; retryAfterSeconds: number }
  | { kind: 'failed' }

/** Why a link gives no post, as its row says it. */
export type BatchProblem = Omit<LookupProblemAnswer, 'status'> & { canRetry: boolean }

export type BatchRow = { id: number; line: number; link: string | null } & (
  | { state: 'waiting' | 'looking' }
  | { state: 'ready'; post: PostFacts }
  | { state: 'refused'; problem: BatchProblem }
)

/** Problems that another try can't change, such as a profile's link or a private post. */
function isFinal({ kind }: BatchFailure): boolean {
  return kind === 'refused' || kind === 'removed' || kind === 'not_found'
}

/** Returns a problem as a row shows it and the database keeps it. */
export function batchProblem(problem: BatchFailure): BatchProblem {
  if (problem.kind === 'failed') {
    return { message: 'unexpected', hint: null, retryAfterSeconds: null, canRetry: true }
  }
  const { status: _, ...texts } = lookupProblemAnswer(problem)
  return { ...texts, canRetry: !isFinal(problem) }
}

/** Reads a stored problem. Null counts as a fault of ours. Only this room writes the column. */
export function problemOf(problem: string | null): BatchProblem {
  return problem === null ? batchProblem({ kind: 'failed' }) : JSON.parse(problem)
}

/** Reads a stored row. A post that is blocked by now is refused. */
export async function readRow(row: Selectable<Database['batch_links']>): Promise<BatchRow> {
  const { id, line, link, state } = row
  if (state === 'refused') return { id, line, link, state, problem: problemOf(row.problem) }
  if (state !== 'ready') return { id, line, link, state }
  const post: PostFacts = JSON.parse(row.found ?? 'null')
  // A takedown holds for what was found before it.
  if (await isPostBlocked(post.postId)) {
    return { id, line, link, state: 'refused', problem: batchProblem({ kind: 'removed' }) }
  }
  return { id, line, link, state, post }
}
