import type { Generated } from 'kysely'

export type LookupsTables = {
  /** The extraction service's last answer for a post, while its addresses work. */
  extractions: {
    post_id: string
    /** JSON of an ExtractedPost without its session. */
    answer: string
    /** Sealed JSON of its guest session. Null if its files need none. */
    session: string | null
    fetched_at: number
    expires_at: number
  }
  /** A short link's post; short links never change their target. */
  short_links: {
    code: string
    post_id: string
    seen_at: number
  }
  /** Look-ups running at one of several processes; the others wait for the result. */
  lookup_claims: {
    /** The post's id, or a short link's host and code. */
    key: string
    /** Identifies the look-up that holds the claim. */
    token: string
    /** Unix milliseconds on the database's clock; a claim not renewed by then can be taken over. */
    claimed_until: number
    /** 1 if a visitor waits for it at another process, so it is no longer a batch's alone. */
    is_urgent: Generated<number>
    /** JSON of a LookupFailure, if the look-up has failed. */
    failure: string | null
  }
  /** A source's look-ups per hour, by outcome and duration. */
  source_hours: {
    source: string
    platform: string
    /** When the hour began. */
    hour: number
    outcome: string
    /** Half octaves of milliseconds: 2 ^ (n / 2). */
    ms_class: number
    lookups: number
  }
  /** The same by UTC day, without posts that don't exist. `day` is when it began. */
  source_days: {
    source: string
    platform: string
    day: number
    found: number
    failed: number
  }
  /** Times in which no source of a platform worked. */
  platform_outages: {
    id: Generated<number>
    platform: string
    began_at: number
    /** Null while it lasts. */
    ended_at: number | null
  }
  source_states: {
    source: string
    platform: string
    last_success_at: number | null
    last_failure_at: number | null
    last_failure_cause: string | null
    /** End of its pause, the pause's whole length, and its reason. Null while it isn't paused. */
    paused_until: number | null
    pause_ms: number | null
    pause_cause: string | null
  }
  /**
   * A source's last test look-up; `failures` counts those in a row, `failure` is the last one's
   * reason.
   */
  source_canaries: {
    source: string
    platform: string
    checked_at: number
    failures: number
    failure: string | null
    /**
     * The post whose data had the keys with this hash. Null for sources that don't read the
     * platform's data.
     */
    keys_post_id: string | null
    keys_hash: string | null
  }
  /** Links that a visitor looks up together. Times in unix milliseconds. */
  batches: {
    id: Generated<number>
    /** SHA-256 of the secret in its address, which is stored nowhere. */
    token_hash: string
    created_at: number
    expires_at: number
    /** Increases with every change to one of its links. */
    version: Generated<number>
    /** Keyed hash of the visitor's network; '' for batches of earlier versions. */
    network: Generated<string>
    /** When its last look-up was started; 0 before. */
    served_at: Generated<number>
    /** Id of its ZIP's latest download in save_progress. Null before the first. */
    zip_save: string | null
  }
  batch_links: {
    id: Generated<number>
    batch_id: number
    position: number
    /** Its line in the visitor's text, from 1. */
    line: number
    /** The post's link rebuilt. Null if refused for not being a post's link. */
    link: string | null
    /** Null until a short link has been looked up. */
    post_id: string | null
    state: 'waiting' | 'looking' | 'ready' | 'refused'
    /** The job that is looking it up. Null in other states. */
    job_id: number | null
    /** JSON of the result, without addresses. */
    found: string | null
    /** JSON of the texts on why it was refused. */
    problem: string | null
    /** Null until one of its files was sent completely. */
    saved: SavedMark | null
  }
}

/** A sent file went to the visitor, to a proxy, or to the device's share sheet. */
export type SavedMark = 'saved' | 'sent' | 'shared'
