import { createContext } from 'react-router'

/** What the HTTP server knows of a request before a route sees it. */
export type RequestFacts = Readonly<{
  /** Shown to visitors on error pages and written to the log. */
  id: string
  /** The visitor's address, from trusted proxies only. Never stored. */
  clientAddress: string
  /** The visitor's country as a trusted proxy states it: two capital letters, else null. */
  proxyCountry: string | null
  /** The address that the visitor asked for, if the page is made for a plainer one; else null. */
  originalUrl: URL | null
}>

export const requestContext = createContext<RequestFacts>()
