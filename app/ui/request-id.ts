import { createContext } from 'react'

/** The id of the request that a page answers; not loader data, which a failed page may lack. */
export const RequestIdContext = createContext<string | null>(null)

/** Whether the page failed because nothing can be stored at the moment. */
export const UnavailableContext = createContext(false)

/** Whether the database is damaged, so that trying again in a minute is of no use. */
export const DamagedContext = createContext(false)
