import type { UnavailableReason } from '#db/unavailable.ts'

/** A failed form, as reported to the back-office page that sent it. */
export type FailedForm = {
  /** Why the database refused the write. Null for another fault. */
  unavailable: UnavailableReason | null
  /** Request id, as in the log. */
  reference: string
}
