import type { Selectable } from 'kysely'
import { lookupsPausedSeconds } from '#app/download/extraction/sources.server.ts'
import type { LookupProblem } from '#app/download/lookup/lookup.server.ts'
import {
  type LookupProblemAnswer,
  lookupProblemAnswer,
} from '#app/download/lookup/lookup-problem.server.ts'
import type { PostFacts } from '#app/download/lookup/post-facts.server.ts'
import { isPostBlocked } from '#app/posts/blocking.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import type { Database, SavedMark } from '#db/schema.ts'

/** Why a link has no post; `failed` is our own fault. */
export type BatchFailure = LookupProblem | { kind: 'failed' }

/** The same as its row shows it. */
export type BatchProblem = Omit<LookupProblemAnswer, 'status'> & { canRetry: boolean }

/** For text that isn't a link, `link` is what was typed. */
export type BatchRow = { id: number; link: string } & (
  | { state: 'waiting' | 'looking' }
  | { state: 'ready'; post: PostFacts; saved: SavedMark | null }
  | { state: 'refused'; problem: BatchProblem }
)

/** True for problems that a retry can't fix, such as a profile's link or a private post. */
function isFinal({ kind }: BatchFailure): boolean {
  return kind === 'refused' || kind === 'removed' || kind === 'not_found'
}

export function batchProblem(problem: BatchFailure): BatchProblem {
  if (problem.kind === 'failed') {
    return { message: 'unexpected', hint: null, retryAfterSeconds: null, canRetry: true }
  }
  const { status: _, ...texts } = lookupProblemAnswer(problem)
  return { ...texts, canRetry: !isFinal(problem) }
}

/** Parses a stored problem; null counts as our own fault. Only this room writes the column. */
export function problemOf(problem: string | null): BatchProblem {
  return problem === null ? batchProblem({ kind: 'failed' }) : JSON.parse(problem)
}

/** Updates the remaining time of a pause of the link's platform, or marks it as over. */
function asOfNow(problem: BatchProblem, link: string): BatchProblem {
  if (problem.hint !== 'paused') return problem
  const parsed = parsePostLink(link)
  const retryAfterSeconds = parsed.ok ? lookupsPausedSeconds(parsed.ref.platform) : null
  return {
    ...problem,
    hint: retryAfterSeconds === null ? 'pauseOver' : 'paused',
    retryAfterSeconds,
  }
}

/** Reads a stored row. A post that has since been blocked is refused. */
export async function readRow(row: Selectable<Database['batch_links']>): Promise<BatchRow> {
  const { id, state } = row
  const link = row.link ?? ''
  if (state === 'refused')
    return { id, link, state, problem: asOfNow(problemOf(row.problem), link) }
  if (state !== 'ready') return { id, link, state }
  // Rows that an older version stored lack these.
  const none = { isSilent: false, isSensitive: false, hasM4aSound: false }
  const older = { captions: [], more: [], ...none }
  const post: PostFacts = { ...older, ...JSON.parse(row.found ?? 'null') }
  if (await isPostBlocked(post.postId)) {
    return { id, link, state: 'refused', problem: batchProblem({ kind: 'removed' }) }
  }
  return { id, link, state, post, saved: row.saved }
}
