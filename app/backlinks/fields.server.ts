import { z } from 'zod'
import { oneLine, severalLines } from '#app/http/typed-text.ts'
import { foldCase } from '#app/lists/fold-case.ts'
import { bareHost } from '#app/outbound/bare-host.ts'
import type { BacklinkStatus } from '#db/schema.ts'

export const backlinkStatuses = [
  'active',
  'pending',
  'lost',
  'broken',
] as const satisfies BacklinkStatus[]

/** The fields of a backlink that an operator may write, and nothing else. */
export type BacklinkFields = {
  domain: string
  url: string
  anchorText: string
  status: BacklinkStatus
  /** 0 to 100. */
  domainAuthority: number
  /** The day, at midnight UTC in unix ms; null while there is none. */
  dateAcquired: number | null
  contactEmail: string
  notes: string
}

export const backlinkFieldNames = [
  'domain',
  'url',
  'anchorText',
  'status',
  'domainAuthority',
  'dateAcquired',
  'contactEmail',
  'notes',
] as const
export type BacklinkFieldName = (typeof backlinkFieldNames)[number]

/** The fields as somebody typed them, in a form or a file; what is missing is empty. */
export type TypedBacklink = Record<BacklinkFieldName, string>
export type BacklinkProblems = Partial<Record<BacklinkFieldName, string>>

export const ContactEmail = z
  .string()
  .trim()
  .max(254)
  .transform((value) => value.toLowerCase())
  .pipe(z.union([z.email(), z.literal('')]))

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

const Authority = z
  .string()
  .trim()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.number().max(100))

/** Reads typed fields: all that can be taken, or what is wrong with each that cannot. */
export function parseBacklink(
  typed: TypedBacklink,
): { ok: true; fields: BacklinkFields } | { ok: false; problems: BacklinkProblems } {
  const problems: BacklinkProblems = {}
  const read = <T>(name: BacklinkFieldName, schema: z.ZodType<T, string>, problem: string) => {
    const result = schema.safeParse(typed[name])
    if (!result.success) problems[name] = problem
    return result.data
  }
  const url = read('url', Address, 'Enter the whole address of the page, such as https://….')
  const anchorText = read('anchorText', oneLine(300), 'At most 300 characters.')
  const status = read(
    'status',
    z
      .string()
      .transform((value) => value.trim().toLowerCase() || 'pending')
      .pipe(z.enum(backlinkStatuses)),
    `One of ${backlinkStatuses.join(', ')}.`,
  )
  const domainAuthority = read('domainAuthority', Authority, 'A whole number from 0 to 100.')
  const dateAcquired = read('dateAcquired', Day, 'A day such as 2026-05-03, or nothing.')
  const contactEmail = read(
    'contactEmail',
    ContactEmail,
    'An email address such as name@example.com, or nothing.',
  )
  const notes = read('notes', severalLines(2000), 'At most 2,000 characters.')
  const domain = url === undefined ? undefined : domainOf(typed.domain, url)
  if (domain === null) problems.domain = 'This is not the domain of the address.'
  if (
    Object.keys(problems).length > 0 ||
    url === undefined ||
    typeof domain !== 'string' ||
    anchorText === undefined ||
    status === undefined ||
    domainAuthority === undefined ||
    dateAcquired === undefined ||
    contactEmail === undefined ||
    notes === undefined
  ) {
    return { ok: false, problems }
  }
  const fields = { domain, url: url.href, anchorText, status, domainAuthority, dateAcquired }
  return { ok: true, fields: { ...fields, contactEmail, notes } }
}

/** The page's host, or the domain above it that somebody typed; null when that is another one. */
function domainOf(typed: string, url: URL): string | null {
  const host = siteHost(url.hostname)
  const given = siteOf(typed)
  if (typed.trim() === '') return host
  return given !== null && (host === given || host.endsWith(`.${given}`)) ? given : null
}

/** The host of what somebody typed as a site, with or without `https://`; null when it is none. */
export function siteOf(typed: string): string | null {
  const trimmed = typed.trim()
  if (trimmed === '' || trimmed.length > 2000) return null
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  if (!URL.canParse(address)) return null
  const { hostname, username, password } = new URL(address)
  const usable = username === '' && password === '' && /[^.]\.[^.]/.test(hostname)
  return usable && hostname.length <= 253 ? siteHost(hostname) : null
}

/** The bare host, without the dot that a full name may end in. */
function siteHost(hostname: string): string {
  return bareHost(hostname).replace(/\.$/, '')
}

/** The one spelling of a page's address that duplicates are found by. */
export function urlKey(address: string): string {
  const url = new URL(address)
  return `${siteHost(url.hostname)}${url.port && `:${url.port}`}${url.pathname.replace(/\/$/, '')}${url.search}`
}

/** What the list searches through, and what duplicates are found by. */
export function searchColumns({ domain, url, anchorText }: BacklinkFields) {
  return {
    url_key: urlKey(url),
    search_text: `${foldCase(domain)}\n${foldCase(anchorText)}`,
  }
}
