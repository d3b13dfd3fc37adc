import { foldLine } from '#app/http/typed-text.ts'

/** A report's number as people read it: `DMCA-0001`. */
export function reportNumber(id: number): string {
  return `DMCA-${String(id).padStart(4, '0')}`
}

/** How many posts one notice may name. */
export const mostPosts = 50

/** The longest text of each field of a notice, in characters; the whole has to fit into a request. */
export const noticeLimits = {
  claimantName: 200,
  company: 200,
  postalAddress: 500,
  phone: 60,
  email: 254,
  workTitle: 300,
  workDescription: 2000,
  workAddresses: 3000,
  links: 15_000,
  remarks: 1500,
  ownerName: 200,
  signature: 200,
} as const

/** Beyond this the queue only says that more reports wait. */
export const mostCounted = 1000

/** How much more a form takes than a field may have: what is too long is told, not cut off unseen. */
export const typedMargin = 2000

/** The longest note by an operator or a claimant about a report, in characters. */
export const noteLimit = 3000

/** Such a word as a form sends it, still too long where it was: whoever takes it says so. */
export function typedNote(value: FormDataEntryValue | null): string {
  const typed = String(value ?? '').replace(/\r\n?/g, '\n')
  return plainText(typed.slice(0, noteLimit + typedMargin))
}

export type NoticeText = keyof typeof noticeLimits

/** A text of one line: one spelling, no control characters, no marks that turn the reading order. */
export function plainLine(text: string): string {
  return withoutMarks(foldLine(text)).trim()
}

/** The same for a text of several lines. */
export function plainText(text: string): string {
  const lines = text.normalize('NFC').replace(/\r\n?|[\u2028\u2029]/g, '\n')
  return withoutMarks(lines.replace(/(?![\n\t])\p{Cc}/gu, ' ')).trim()
}

function withoutMarks(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
}
