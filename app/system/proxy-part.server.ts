import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { env } from '#app/env.server.ts'
import { hopAddress, type ProxyReading, readProxy } from '#app/http/client-address.server.ts'
import { commonFault, faultOf, type ProxyFault } from '#app/http/proxy-faults.server.ts'
import type { SystemPart } from '#app/observe/system-facts.ts'

/** An operator's own request. */
export type SeenRequest = {
  openedHost: string
  peerAddress: string
  headers: Pick<Headers, 'get'>
}

type Verdict = Omit<SystemPart, 'name'>

/** Says whether each visitor's address arrives, or what to change. */
export function proxyPart(seen: SeenRequest): SystemPart {
  const name = 'Proxy'
  if (env.TRUSTED_PROXIES.some((network) => network.endsWith('/0'))) {
    return { name, tone: 'bad', state: 'Everyone trusted', text: trustsAllText }
  }
  const reading = readProxy(seen.peerAddress, (header) => seen.headers.get(header))
  const own = ownVerdict(seen, reading)
  const common = own.tone === 'bad' ? null : commonFault()
  if (common === null) return { name, ...own }
  const { state, text } = faultVerdict(common.fault, common.reading, null)
  return { name, tone: 'bad', state, text: `Of most visitors’ requests: ${text}` }
}

const trustsAllText =
  'TRUSTED_PROXIES contains every address, so any visitor can claim any address. List only your proxies.'

function ownVerdict(seen: SeenRequest, reading: ProxyReading): Verdict {
  const cdn = cdns.find(({ sign }) => sign(seen.headers)) ?? null
  const fault = faultOf(reading)
  if (fault !== null) return faultVerdict(fault, reading, cdn)
  if (!reading.trusted) return directVerdict(seen, reading, cdn)
  return (
    (cdn === null ? null : cdnVerdict(seen, reading, cdn)) ??
    contraryVerdict(seen, reading) ??
    privateVerdict(reading) ?? {
      tone: 'good',
      state: 'Trusted',
      text: `Your address arrives as ${reading.client}`,
    }
  )
}

const shared = 'all visitors share one network’s limits'

function faultVerdict(fault: ProxyFault, reading: ProxyReading, cdn: Cdn | null): Verdict {
  const { peer, client, source, unreadable } = reading
  switch (fault) {
    case 'untrusted':
      return {
        tone: 'bad',
        state: 'Not trusted',
        text: `${trustLine(peer, cdn)}: until then, ${shared}.`,
      }
    case 'silent':
      return {
        tone: 'bad',
        state: 'No addresses',
        text: `The proxy at ${peer} sends no X-Forwarded-For, so ${shared}. docs/running.md has the lines for each proxy.`,
      }
    case 'unreadable':
      return {
        tone: 'bad',
        state: 'Can’t be read',
        text: `${source} says “${unreadable?.slice(0, 60)}” instead of an address, so visitors behind ${client} share one network’s limits. Let the proxy send the visitor’s address.`,
      }
    case 'proxies':
      return {
        tone: 'warn',
        state: 'Only proxies',
        text: `${source} has only ${client}, which is in TRUSTED_PROXIES. Let the outer proxy send X-Forwarded-For, and list single addresses in TRUSTED_PROXIES if visitors are in the same network.`,
      }
  }
}

function trustLine(peer: string, cdn: Cdn | null): string {
  return cdn === null || isPrivate(peer)
    ? `Add ${peer} to TRUSTED_PROXIES`
    : `Add ${cdn.name}’s ranges to TRUSTED_PROXIES (it connects from ${peer})`
}

/** Headers of proxies that send no address. */
const proxySigns = ['x-real-ip', 'x-forwarded-proto', 'x-forwarded-host', 'via']

function directVerdict(seen: SeenRequest, reading: ProxyReading, cdn: Cdn | null): Verdict {
  const { headers, openedHost } = seen
  const { protocol, host } = new URL(env.APP_URL)
  // This server speaks http, so a proxy answers for an APP_URL with https. Browsers send
  // Sec-Fetch-Site over https.
  const isTls = headers.get('sec-fetch-site') !== null || openedHost === host
  const seesProxy = cdn !== null || proxySigns.some((name) => headers.get(name) !== null)
  if (seesProxy || (protocol === 'https:' && isTls)) {
    return {
      tone: 'bad',
      state: 'No addresses',
      text: `The proxy at ${reading.peer} sends no X-Forwarded-For, so ${shared}. Add the line that docs/running.md has for it. ${trustLine(reading.peer, cdn)} too.`,
    }
  }
  return (
    privateVerdict(reading) ?? {
      tone: 'quiet',
      state: 'None seen',
      text: `You connect directly from ${reading.client}`,
    }
  )
}

/** Finds a header that names another visitor than the one that counts. */
function contraryVerdict(seen: SeenRequest, { client, source }: ProxyReading): Verdict | null {
  for (const [name, readAs] of [
    ['Forwarded', 'forwarded'],
    ['X-Real-IP', 'x-forwarded-for'],
  ] as const) {
    const other = readProxy(seen.peerAddress, (header) =>
      header === readAs ? seen.headers.get(name) : null,
    )
    if (other.clientTrusted || other.unreadable !== null || other.client === client) continue
    return {
      tone: 'warn',
      state: 'Two addresses',
      text: `Your address is ${client} by ${source}, which counts, and ${other.client} by ${name}. If ${client} is wrong, let the proxy set ${source}. Else let it remove ${name}.`,
    }
  }
  return null
}

/** An address that no visitor of a public site has, unless they are in the server's own network. */
function privateVerdict({ client }: ProxyReading): Verdict | null {
  const { hostname } = new URL(env.APP_URL)
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  const isPublic = isIP(address) === 0 ? publicName.test(hostname) : !isPrivate(address)
  if (!isPublic || !isPrivate(client)) return null
  return {
    tone: 'warn',
    state: 'Private address',
    text: `Your address arrives as ${client}. Unless you are in the server’s own network, something in front of it hides addresses, and ${shared}.`,
  }
}

const publicName = /\.(?!(?:local|localhost|lan|home|internal|arpa|test)$)[^.]+$/

function isPrivate(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const range = ipaddr.process(address).range()
  return ['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'].includes(range)
}

type Cdn = {
  name: string
  sign: (headers: Pick<Headers, 'get'>) => boolean
  /** The header in which it names the visitor. Null if it names them in none. */
  client: string | null
}

const has = (name: string) => (headers: Pick<Headers, 'get'>) => headers.get(name) !== null

/** Used for words only: anyone can send these headers. */
const cdns: readonly Cdn[] = [
  { name: 'Cloudflare', sign: has('cf-ray'), client: 'cf-connecting-ip' },
  { name: 'CloudFront', sign: has('x-amz-cf-id'), client: 'cloudfront-viewer-address' },
  { name: 'Azure Front Door', sign: has('x-azure-ref'), client: 'x-azure-socketip' },
  { name: 'Fly', sign: has('fly-request-id'), client: 'fly-client-ip' },
  { name: 'Fastly', sign: has('fastly-client-ip'), client: 'fastly-client-ip' },
  { name: 'Akamai', sign: has('true-client-ip'), client: 'true-client-ip' },
  {
    name: 'Google Cloud’s balancer',
    sign: (headers) => /\bgoogle\b/.test(headers.get('via') ?? ''),
    client: null,
  },
]

/** Finds a CDN whose own address counts as the visitor's. */
function cdnVerdict({ headers }: SeenRequest, reading: ProxyReading, cdn: Cdn): Verdict | null {
  const { client, more } = reading
  const named = cdn.client === null ? null : headers.get(cdn.client)
  const visitor = named === null ? null : readableAddress(named)
  if (visitor === null ? !more : visitor === client) return null
  const instead = visitor === null ? '' : ` instead of ${visitor}`
  return {
    tone: 'bad',
    state: 'CDN not trusted',
    text: `${cdn.name}’s ${client} counts as your address${instead}, so visitors share its limits. Add ${cdn.name}’s ranges to TRUSTED_PROXIES: see “A CDN in front” in docs/running.md.`,
  }
}

/** CloudFront adds a port. */
function readableAddress(text: string): string | null {
  return hopAddress(text) ?? hopAddress(text.replace(/:\d+$/, ''))
}
