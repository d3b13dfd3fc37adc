import { z } from 'zod'
import { listOf, parseJson, text } from '#app/download/platforms/answer-json.ts'
import { type HostRules, isPublic } from '#app/download/platforms/hosts.ts'
import { isListedHost } from '#app/download/platforms/link.ts'
import type { MediaAddress } from '#app/posts/extracted-post.server.ts'
import { isDid, isHostName, webHostOf } from './did.ts'

export const postsHost = 'public.api.bsky.app'
export const ownName = { 'user-agent': 'Cleanclip/1.0' }

const blobPath = '/xrpc/com.atproto.sync.getBlob'
const blobHost = 'bsky.social'
/** Where `blobHost` redirects to. */
const accountHosts = ['host.bsky.network']
const directory = 'plc.directory'
const documentPath = '/.well-known/did.json'
const pictureHosts = new Set(['cdn.bsky.app', 'video.bsky.app'])
/** Stand for accounts' own servers in tests. */
const testHosts = ['pds.test']

const cidPattern = /^b[a-z2-7]{20,120}$/

/** Returns true for the name of a file's content. */
export function isCid(text: string): boolean {
  return cidPattern.test(text)
}

/** Returns true for the addresses of covers and pictures. */
export function isPicture(url: URL): boolean {
  return isPublic(url) && pictureHosts.has(url.hostname)
}

/**
 * Returns where an account's file is: at Bluesky's own server and, as only a document says where
 * other accounts' files are, the document about the account.
 */
export function blobAddresses(did: string, cid: string): MediaAddress[] {
  const webHost = webHostOf(did)
  const document =
    webHost === null ? `https://${directory}/${did}` : `https://${webHost}${documentPath}`
  return [blobAt(`https://${blobHost}`, did, cid), `${document}#${cid}`].map((url) => ({
    url,
    profile: 'bluesky',
  }))
}

function blobAt(origin: string, did: string, cid: string): string {
  return `${origin}${blobPath}?did=${did}&cid=${cid}`
}

/** Anyone can run a server for accounts, so any host is right for such an address, and no other. */
function isBlob({ hostname, pathname, searchParams }: URL): boolean {
  if (pathname !== blobPath) return false
  if (hostname === blobHost || isListedHost(hostname, accountHosts)) return true
  const isPlain = searchParams.size === 2
  const { did = '', cid = '' } = Object.fromEntries(searchParams)
  return isPlain && isHostName(hostname) && isDid(did) && isCid(cid)
}

/** Returns the account that a document is about. Null for all but such a document's address. */
function accountOf({ hostname, pathname, search, hash }: URL): string | null {
  if (search !== '' || !isCid(hash.slice(1))) return null
  const did = hostname === directory ? pathname.slice(1) : `did:web:${hostname}`
  const isRight = hostname === directory ? did.startsWith('did:plc:') : pathname === documentPath
  return isRight && isDid(did) ? did : null
}

const AccountDocument = z.object({
  id: text,
  service: listOf(z.object({ id: z.string(), type: text, serviceEndpoint: z.string() })),
})

/** Returns the file's address on the server that the account's document names. */
function fileIn(url: URL, document: string): URL | null {
  const did = accountOf(url)
  const read = AccountDocument.safeParse(parseJson(document))
  if (did === null || !read.success || read.data.id !== did) return null
  const server = read.data.service.find(
    ({ id, type }) => id.endsWith('#atproto_pds') && type === 'AtprotoPersonalDataServer',
  )
  const endpoint = URL.parse(server?.serviceEndpoint ?? '')
  if (endpoint === null) return null
  const { username, password, pathname, search } = endpoint
  if (username !== '' || password !== '' || pathname !== '/' || search !== '') return null
  return new URL(blobAt(endpoint.origin, did, url.hash.slice(1)))
}

export const blueskyHosts: HostRules = {
  platform: 'bluesky',
  isPageHost: (host) => host === postsHost,
  isFile: (url) => isPicture(url) || isBlob(url) || accountOf(url) !== null,
  fileHeaders: ownName,
  documents: { isDocument: (url) => accountOf(url) !== null, fileIn },
  isPlayed: (host) =>
    host === postsHost ||
    host === blobHost ||
    host === directory ||
    pictureHosts.has(host) ||
    isListedHost(host, [...accountHosts, ...testHosts]),
}
