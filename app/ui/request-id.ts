import { createContext } from 'react'

/** The id of the request that a page answers; not loader data, which a failed page may lack. */
export const RequestIdContext = createContext<string | null>(null)
