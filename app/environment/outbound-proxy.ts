/** A proxy for the CONNECT method. Must not be logged, since it contains the password. */
export type OutboundProxy = {
  /** True if the connection to the proxy itself uses TLS. */
  secure: boolean
  host: string
  port: number
  /** Value of the Proxy-Authorization header, or null if the proxy needs none. */
  authorization: string | null
}

/** Parses `http(s)://[user:password@]host[:port]`. Returns null for others, such as with a path. */
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
