import { createHmac, randomBytes } from 'node:crypto'
import { networkOf } from '#app/http/ip-address.ts'
import { databaseIsShared, sharedSalts } from '#db/engine.ts'
import { utcDayOf } from './dimensions.ts'
import { keepSalts, readSalts } from './salts-file.server.ts'

let salts: Map<number, Buffer> | null = null
/** Ids of the latest visitors, since a hash per request would be most of the cost of counting. */
let ids = new Map<string, string>()
let olderIds = new Map<string, string | null>()
/** The day's salt that the ids were made with: a server's can change while it is new. */
let idsSalt: Buffer | null = null
const idLimit = 10_000

/** Returns a visitor's id for one UTC day: 11 characters that can't be turned into an address. */
export function visitorId(
  { address, userAgent, host }: { address: string; userAgent: string; host: string },
  at: number,
  /** True to also get yesterday's id. */
  withOlder: boolean,
): { visitor: string; previousVisitor: string | null } {
  const day = utcDayOf(at)
  const whom = `${networkOf(address)}|${userAgent}|${host}`
  const salt = saltOf(day)
  if (idsSalt !== salt || ids.size >= idLimit) {
    ids = new Map()
    olderIds = new Map()
  }
  idsSalt = salt
  let visitor = ids.get(whom)
  if (visitor === undefined) {
    visitor = hash(salt, whom)
    ids.set(whom, visitor)
  }
  if (!withOlder) return { visitor, previousVisitor: null }
  let older = olderIds.get(whom)
  if (older === undefined) {
    const before = knownSalts(day).get(day - 1)
    older = before === undefined ? null : hash(before, whom)
    olderIds.set(whom, older)
  }
  return { visitor, previousVisitor: older }
}

function hash(salt: Buffer, whom: string): string {
  return createHmac('sha256', salt).update(whom).digest().subarray(0, 8).toString('base64url')
}

function saltOf(day: number): Buffer {
  const known = knownSalts(day)
  const salt = known.get(day)
  if (salt !== undefined) return salt
  const fresh = randomBytes(32)
  known.set(day, fresh)
  if (!databaseIsShared) keepSalts(known)
  return fresh
}

/** Returns the salts that all processes share, or this process's own while the database is away. */
function withShared(day: number): Map<number, Buffer> {
  salts ??= new Map()
  for (const other of salts.keys()) if (other !== day && other !== day - 1) salts.delete(other)
  for (const other of [day - 1, day]) {
    const salt = sharedSalts.get(other)
    if (salt !== undefined) salts.set(other, salt)
  }
  return salts
}

/** Returns the salts of a day and of the day before. Deletes older ones, on disk too. */
function knownSalts(day: number): Map<number, Buffer> {
  if (databaseIsShared) return withShared(day)
  salts ??= readSalts()
  const outdated = [...salts.keys()].filter((other) => other !== day && other !== day - 1)
  for (const other of outdated) salts.delete(other)
  if (outdated.length > 0) keepSalts(salts)
  return salts
}

/** Deletes outdated salts even if there are no visitors. For the nightly job. */
export function forgetOldSalts(now = Date.now()): void {
  knownSalts(utcDayOf(now))
}
