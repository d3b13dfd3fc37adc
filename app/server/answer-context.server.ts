import { createContext } from 'react-router'
import type { UnavailableReason } from '#db/unavailable.ts'

/**
 * Why a request failed, until an answer reports it: the database is unavailable, or a `fault` of
 * the program. Null if nothing failed.
 */
export const failure = createContext<UnavailableReason | 'fault' | null>(null)
