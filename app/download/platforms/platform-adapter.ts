import type { Platform } from '#app/environment/platform-names.ts'
import type {
  ExtractorStatus,
  LookupFailure,
  LookupResult,
} from '#app/posts/extracted-post.server.ts'
import type { FullRef, ShortRef } from './link.ts'

export type AskRequest = {
  headers?: Record<string, string>
  /** After decompression; 1 MB by default. */
  maxBytes?: number
  /** An answer to HEAD has no text. */
  method?: 'GET' | 'HEAD'
}

export type AskAnswer =
  | {
      kind: 'answer'
      /** Below 500. Also for a redirect without a target that can be read. */
      status: number
      /** Empty for 403 and 429. */
      text: string
      /** Returns a header by its lowercase name. */
      header(name: string): string | null
      setCookies: string[]
      retryAfterSeconds: number | null
    }
  /** `to` is the public address, not followed yet. */
  | { kind: 'redirect'; to: URL; status: number }
  | { kind: 'failed'; failure: Extract<LookupFailure, { kind: 'unavailable' }> }

/**
 * Requests a page of the platform within the look-up's limits, in its turn. Never throws. Redirects
 * are returned; the adapter decides whether to ask for their target.
 */
export type Ask = (url: string | URL, request?: AskRequest) => Promise<AskAnswer>

/**
 * Returns the milliseconds for which a platform wants no further request to a host, by the headers
 * of its answer at `url`. 0 if it doesn't say so.
 */
export type RestMs = (url: URL, header: (name: string) => string | null) => number

/** A short link's target: a post to read, or the result itself. */
export type Resolved = { kind: 'post'; ref: FullRef } | { kind: 'answer'; result: LookupResult }

/**
 * Reads a platform's public posts. It makes requests through `ask` alone, so that pace, guard and
 * limits hold for each, and keeps no state but what `status` shows.
 */
export type PlatformAdapter = {
  platform: Platform
  /** Reads the post that `ref` names, and no other. */
  read(ref: FullRef, ask: Ask): Promise<LookupResult>
  /** Finds the post of a short link. */
  resolve(ref: ShortRef, ask: Ask): Promise<Resolved>
  /** Links to posts that have been public for years, to test the platform with. */
  canaries: readonly string[]
  /** A post that can't exist. */
  missing: FullRef
  /** Milliseconds for which it is left alone at first once it refuses this server. */
  refusedMs?: number
  /** Names what a page shows of its kind, for the log: data, or signs of a refusal. */
  marksIn?(answer: Extract<AskAnswer, { kind: 'answer' }>): string[]
  status?(): Pick<ExtractorStatus, 'profile' | 'drifted'>
}
