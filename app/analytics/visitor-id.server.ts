import { createHmac, randomBytes } from 'node:crypto'
import { networkOf } from '#app/http/ip-address.ts'
import { databaseIsShared, sharedSalts } from '#db/engine.ts'
import { utcDayOf } from './dimensions.ts'
import { readSalts, storeSalts } from './salts-file.server.ts'

let salts: Map<number, Buffer> | null = null
/** Ids of the last visitors: a hash per request would be most of what counting costs. */
let ids = new Map<string, string>()
let olderIds = new Map<string, string | null>()
let idsOfDay = -1
const idLimit = 10_000

/** Whom a request is from, for one UTC day: 11 letters that lead to no address. */
export function visitorId(
  address: string,
  userAgent: string,
  host: string,
  at: number,
  /** Whether yesterday's id is wanted too. */
  withOlder: boolean,
): { visitor: string; previousVisitor: string | null } {
  const day = utcDayOf(at)
  const whom = `${networkOf(address)}|${userAgent}|${host}`
  if (idsOfDay !== day || ids.size >= idLimit) {
    ids = new Map()
    olderIds = new Map()
  }
  idsOfDay = day
  let visitor = ids.get(whom)
  if (visitor === undefined) {
    visitor = hash(saltOf(day), whom)
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
  if (!databaseIsShared) storeSalts(known)
  return fresh
}

/** Those that other processes have too; else, while the database is away, one of this process. */
function withShared(day: number): Map<number, Buffer> {
  salts ??= new Map()
  for (const other of salts.keys()) if (other !== day && other !== day - 1) salts.delete(other)
  for (const other of [day - 1, day]) {
    const salt = sharedSalts.get(other)
    if (salt !== undefined) salts.set(other, salt)
  }
  return salts
}

/** The salts of a day and of the one before; older ones are forgotten here and on the disk. */
function knownSalts(day: number): Map<number, Buffer> {
  if (databaseIsShared) return withShared(day)
  salts ??= readSalts()
  const outdated = [...salts.keys()].filter((other) => other !== day && other !== day - 1)
  for (const other of outdated) salts.delete(other)
  if (outdated.length > 0) storeSalts(salts)
  return salts
}

/** Forgets outdated salts even when no visitor comes; for the nightly job. */
export function forgetOldSalts(now = Date.now()): void {
  knownSalts(utcDayOf(now))
}
