import type { UnavailableReason } from '#db/unavailable.ts'

/** Why a form, or the data of a page, failed, as told to the page that asked. */
export type FailedAnswer = {
  /** Why the database can't be used. Null for another fault. */
  unavailable: UnavailableReason | null
  /** Request id, as in the log. */
  reference: string
}
