/** A proxy that connections go through, by the CONNECT method. Holds its password: never to be logged. */
export type OutboundProxy = {
  /** Whether the connection to the proxy itself is TLS. */
  secure: boolean
  host: string
  port: number
  /** The value of Proxy-Authorization; null for a proxy that asks for none. */
  authorization: string | null
}

/** Reads `http(s)://[user:password@]host[:port]`; null for anything else, a path included. */
export function parseOutboundProxy(text: string): OutboundProxy | null {
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return null
  const secure = url.protocol === 'https:'
  try {
    const user = decodeURIComponent(url.username)
    const password = decodeURIComponent(url.password)
    const credentials = Buffer.from(`${user}:${password}`).toString('base64')
    return {
      secure,
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(url.port) || (secure ? 443 : 80),
      authorization: user === '' && password === '' ? null : `Basic ${credentials}`,
    }
  } catch {
    // A stray percent sign.
    return null
  }
}
