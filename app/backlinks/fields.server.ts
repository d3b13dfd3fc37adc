import { z } from 'zod'
import { MaybeEmail } from '#app/http/email-address.ts'
import { type FieldProblems, type FieldValues, readFields } from '#app/http/form.server.ts'
import { sameText } from '#app/http/same-text.ts'
import { oneLine, severalLines } from '#app/http/typed-text.ts'
import { foldText } from '#app/lists/fold-case.ts'
import { bareHost } from '#app/outbound/bare-host.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { dayOf, startOf } from '#app/time/calendar-day.ts'
import type { BacklinkStatus } from '#db/schema.ts'

export const backlinkStatuses = [
  'active',
  'pending',
  'lost',
  'broken',
] as const satisfies BacklinkStatus[]

export type BacklinkFields = {
  domain: string
  url: string
  anchorText: string
  status: BacklinkStatus
  /** 0 to 100. */
  domainAuthority: number
  /** The day at midnight UTC in unix ms; null if unknown. */
  dateAcquired: number | null
  contactEmail: string
  notes: string
}

export const ContactEmail = MaybeEmail.transform((value) => value.toLowerCase())

const Day = z
  .string()
  .trim()
  .pipe(z.union([z.iso.date(), z.literal('')]))
  .transform((value) => (value === '' ? null : Date.parse(value)))
  .refine((at) => at === null || (at > 0 && at < 8.64e15))

const Address = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .refine((value) => URL.canParse(value))
  .transform((value) => new URL(value))
  .refine((url) => /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
  .transform((url) => {
    url.hash = ''
    return url
  })

/** Browsers take `85.0` in a field for numbers. */
const Authority = z
  .string()
  .overwrite((text) => sameText(text).replace(/[.,]0+$/, ''))
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.number().max(100))

const Status = z
  .string()
  .transform((value) => value.trim().toLowerCase() || 'pending')
  .pipe(z.enum(backlinkStatuses))

/** Every field except the domain, which is validated together with the URL. */
const ownFields = {
  url: [Address, 'Enter the page’s full URL, such as https://….'],
  anchorText: [oneLine(300), 'Use at most 300 characters.'],
  status: [Status, `Use one of ${backlinkStatuses.join(', ')}.`],
  domainAuthority: [Authority, 'Enter a whole number from 0 to 100.'],
  dateAcquired: [Day, 'Enter a day such as 2026-05-03, or leave it blank.'],
  contactEmail: [
    ContactEmail,
    'Enter an email address such as name@example.com, or leave it blank.',
  ],
  notes: [severalLines(2000), 'Use at most 2,000 characters.'],
} as const

export type BacklinkFieldName = keyof typeof ownFields | 'domain'
export const backlinkFieldNames = ['domain', ...Object.keys(ownFields)] as BacklinkFieldName[]

/** The fields as typed in a form or read from a file; missing ones are ''. */
export type TypedBacklink = FieldValues<BacklinkFieldName>
export type BacklinkProblems = FieldProblems<BacklinkFieldName>

/** Parses typed fields; `fields` is null if any is invalid. */
export function parseBacklink(typed: TypedBacklink): {
  values: TypedBacklink
  problems: BacklinkProblems
  fields: BacklinkFields | null
} {
  const read = readFields(typed, ownFields)
  const problems: BacklinkProblems = read.problems
  const url = Address.safeParse(typed.url).data
  const domain = url === undefined ? null : domainOf(typed.domain, url)
  if (url !== undefined && domain === null) {
    problems.domain = 'This isn’t the URL’s domain.'
  }
  if (read.fields === null || domain === null) return { values: typed, problems, fields: null }
  const fields = { ...read.fields, domain, url: read.fields.url.href }
  return { values: typed, problems, fields }
}

/** Returns the page's host, or the parent domain that was typed. Null if they don't match. */
function domainOf(typed: string, url: URL): string | null {
  const host = siteHost(url.hostname)
  const given = siteOf(typed)
  if (typed.trim() === '') return host
  return given !== null && (host === given || host.endsWith(`.${given}`)) ? given : null
}

/** Returns the host of a typed site, with or without `https://`. Null if it is invalid. */
export function siteOf(typed: string): string | null {
  const trimmed = typed.trim()
  if (trimmed === '' || trimmed.length > 2000) return null
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  if (!URL.canParse(address)) return null
  const { hostname, username, password } = new URL(address)
  const usable = username === '' && password === '' && /[^.]\.[^.]/.test(hostname)
  return usable && hostname.length <= 253 ? siteHost(hostname) : null
}

/** Strips `www.` and a fully qualified name's trailing dot. */
function siteHost(hostname: string): string {
  return bareHost(hostname).replace(/\.$/, '')
}

export function urlKey(address: string): string {
  const url = new URL(address)
  const port = url.port && `:${url.port}`
  return `${siteHost(url.hostname)}${port}${url.pathname.replace(/\/$/, '')}${url.search}`
}

/** Returns the day of a time in the site's time zone, as its midnight in UTC. */
export function siteDay(at: number): number {
  return startOf(dayOf(at, siteTimeZone()))
}

/** Formats a UTC midnight as `2026-05-03`; null for null. */
export function dayText(at: number | null): string | null {
  return at === null ? null : dayOf(at)
}

export function searchColumns({ domain, url, anchorText }: BacklinkFields) {
  return {
    url_key: urlKey(url),
    search_text: `${foldText(domain)}\n${foldText(anchorText)}`,
  }
}
