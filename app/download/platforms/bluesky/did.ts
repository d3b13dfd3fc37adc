/** A name with a dot whose last label can't be part of an IP address; in lower case. */
const namePattern =
  /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/
const plcPattern = /^did:plc:[a-z2-7]{24}$/
const webPrefix = 'did:web:'

/** Returns true for a host's full name, which is what an account's handle is too. */
export function isHostName(text: string): boolean {
  return namePattern.test(text)
}

/** Returns true for an account's identifier of a kind that Bluesky uses. */
export function isDid(text: string): boolean {
  return plcPattern.test(text) || webHostOf(text) !== null
}

/** Returns the host that a `did:web` identifier is named after. Null for another kind. */
export function webHostOf(did: string): string | null {
  const host = did.startsWith(webPrefix) ? did.slice(webPrefix.length) : ''
  return isHostName(host) ? host : null
}

const recordPattern = /^[a-z\d]{13}$/

/** Returns true for a post's key among its account's posts. */
export function isRecordKey(text: string): boolean {
  return recordPattern.test(text)
}

/** Splits a post's own id. Null if it is none. */
export function splitPostId(id: string): { did: string; rkey: string } | null {
  const at = id.lastIndexOf(':')
  const [did, rkey] = [id.slice(0, at), id.slice(at + 1)]
  return isDid(did) && isRecordKey(rkey) ? { did, rkey } : null
}
