import { createContext } from 'react'
import type { UnavailableReason } from '#db/unavailable.ts'

/** The id of the request that a page answers; not loader data, which a failed page may lack. */
export const RequestIdContext = createContext<string | null>(null)

/** Why nothing can be stored at the moment, where the page failed for that; else null. */
export const UnavailableContext = createContext<UnavailableReason | null>(null)

/** Whether the database is damaged, so that trying again in a minute is of no use. */
export const DamagedContext = createContext(false)
