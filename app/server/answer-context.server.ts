import { createContext } from 'react-router'
import type { UnavailableReason } from '#db/unavailable.ts'

/** A page's HTML, past web streams. The Response with the page's head has no body. */
export const renderedPage = createContext<Buffer | null>(null)

/**
 * Why the answer failed: the database takes nothing at the moment, or a fault of the program. Null
 * while nothing has failed. Such a page shows what no loader's data has.
 */
export const failure = createContext<UnavailableReason | 'fault' | null>(null)
