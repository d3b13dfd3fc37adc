import type { IncomingMessage } from 'node:http'
import { alwaysReadable } from '#app/middleware/readable-form.server.ts'
import { isOwnRequest } from '#app/middleware/same-origin.server.ts'
import { databaseDamage } from '#app/models/database-damage.server.ts'
import {
  type LookupView,
  lookUpForVisitor,
  type Visitor,
} from '#app/ui/downloader/look-up.server.ts'
import { type PageSpot, requestHeader, spotOf } from './page-spot.server.ts'

/**
 * Answers to look-ups are pages of which only the downloader is new. What stands around it is kept
 * where the page itself is, so that the next answer needs neither the router nor its loaders.
 */

/** As old as a kept page may be. */
const maxAgeMs = 60_000
const maxSlots = 100
const maxParts = 300

/** The page around the downloader, and how its downloader is rendered. */
export type LookupFrame = {
  before: Buffer
  behind: Buffer
  render(view: LookupView, request: { url: string; id: string }): Promise<Buffer | null>
}

/** A place for the page around answers of one kind; who makes it first leaves it there. */
export type LookupSlot = {
  readonly spot: PageSpot
  /** Unix ms. */
  readonly until: number
  frame: LookupFrame | null
  /** What the router's own answer said of itself, without what it said of its look-up. */
  headers: [name: string, value: string][] | null
}

const slots = new Map<string, LookupSlot>()
/** Downloaders that were rendered; their links say when they were signed, so that none is old. */
const parts = new Map<string, Buffer>()

/**
 * The place for the page around the answer to a look-up; null where it must not be kept, for
 * whoever is signed in and for every request that is not plainly a form of the site's own page.
 */
export function lookupSlot(req: IncomingMessage): LookupSlot | null {
  if (req.method !== 'POST' || databaseDamage() !== null) return null
  if (!alwaysReadable.test(req.headers['content-type'] ?? '')) return null
  if (!isOwnRequest('POST', requestHeader(req))) return null
  const spot = spotOf(req)
  if (spot === null || spot.path !== '/' || spot.target !== req.url) return null
  const kept = slots.get(spot.key)
  if (kept !== undefined && kept.spot.version === spot.version && kept.until > Date.now()) {
    return kept
  }
  if (slots.size >= maxSlots) slots.clear()
  const slot: LookupSlot = { spot, until: Date.now() + maxAgeMs, frame: null, headers: null }
  slots.set(spot.key, slot)
  return slot
}

/** The answer to a look-up in its page; null when the page has to be made by the router. */
export async function answerInSlot(
  { spot, frame }: LookupSlot,
  view: LookupView,
  { url, headers }: { url: string; headers: Pick<Headers, 'get'> },
  id: string,
): Promise<Buffer | null> {
  if (frame === null) return null
  const key = `${spot.version} ${spot.key} ${JSON.stringify(view)}`
  let part = parts.get(key) ?? null
  if (part === null) {
    part = await frame.render(view, { url, id })
    if (part === null) return null
    if (parts.size >= maxParts) parts.clear()
    parts.set(key, part)
  }
  // A script needs the downloader alone; none can make a browser say otherwise.
  const isAlone = headers.get('sec-fetch-dest') === 'empty'
  return isAlone ? part : Buffer.concat([frame.before, part, frame.behind])
}

/** What each look-up says for itself. */
const ownHeaders: ReadonlySet<string> = new Set(['cache-control', 'retry-after'])

/** Keeps what the router's answer said of the page around it. */
export function rememberHeaders(slot: LookupSlot, { status, headers }: Response): void {
  if (slot.frame === null || slot.headers !== null) return
  if (status !== 200 || headers.has('set-cookie')) return
  slot.headers = [...headers].filter(([name]) => !ownHeaders.has(name))
}

/**
 * Looks up what a form says, and answers as the router would; null when it has to, because its
 * answer has not been seen yet or something went wrong.
 */
export async function lookUpInSlot(
  slot: LookupSlot,
  form: Buffer,
  visitor: Visitor,
  id: string,
): Promise<{ response: Response; body: Buffer } | null> {
  if (slot.headers === null) return null
  const typed = new URLSearchParams(form.toString()).get('url') ?? ''
  try {
    const { lookup, init } = await lookUpForVisitor(typed, visitor)
    const { url, headers } = visitor.counted
    const body = await answerInSlot(slot, lookup, { url: url.href, headers }, id)
    if (body === null) return null
    const { status, headers: own } = init
    const response = new Response(null, { status, headers: slot.headers })
    for (const [name, value] of Object.entries(own)) response.headers.set(name, value)
    return { response, body }
  } catch {
    // The router meets the same fault, and has a page for it.
    return null
  }
}
