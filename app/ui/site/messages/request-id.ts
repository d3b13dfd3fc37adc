import { createContext } from 'react'
import type { UnavailableReason } from '#db/unavailable.ts'

/** The request's id; not loader data, which a failed page may lack. */
export const RequestIdContext = createContext<string | null>(null)

/**
 * Why nothing can be stored, if the page failed for that; otherwise null. Damage comes first, since
 * it makes retrying in a minute useless.
 */
export const UnavailableContext = createContext<UnavailableReason | null>(null)
