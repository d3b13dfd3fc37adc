import { createContext } from 'react-router'

/** Facts that the HTTP server gathers before routing. */
export type RequestFacts = Readonly<{
  /** Shown to visitors on error pages and written to the log. */
  id: string
  /** The visitor's address, from trusted proxies only. Never stored. */
  clientAddress: string
  /** The address that the request came from directly: a proxy's, or the visitor's. */
  peerAddress: string
  /** The host that it was sent to, which can differ from APP_URL's. */
  openedHost: string
  /** Two capital letters from a trusted proxy, or null. */
  proxyCountry: string | null
  /** The request as it came, if the page is made for a plainer one by GET; else null. */
  original: { method: string; url: URL } | null
}>

export const requestContext = createContext<RequestFacts>()
