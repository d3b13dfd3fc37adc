import { foldLine, trimUnseen } from '#app/http/typed-text.ts'

/** Formats a report's number: `DMCA-0001`. */
export function reportNumber(id: number): string {
  return `DMCA-${String(id).padStart(4, '0')}`
}

export const reportObject = (id: number) => ({
  type: 'dmca_report',
  id: reportNumber(id),
  label: reportNumber(id),
  href: `/admin/dmca/${id}`,
})

export const mostPosts = 50

/** Maximum characters per field of a notice. All together must fit into a request. */
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

/** Longer queues only show that there are more. */
export const mostCounted = 1000

/** Characters accepted beyond a limit, so that long text is reported, not cut off unseen. */
export const typedMargin = 2000

/** Maximum characters of an operator's or a claimant's note about a report. */
export const noteLimit = 3000

/** Normalizes a typed note; the caller checks its length. */
export function typedNote(value: FormDataEntryValue | null): string {
  const typed = String(value ?? '').replace(/\r\n?/g, '\n')
  return plainText(typed.slice(0, noteLimit + typedMargin))
}

export type NoticeText = keyof typeof noticeLimits

/** Normalizes a line: NFC, no control characters, no marks that change the reading direction. */
export function plainLine(text: string): string {
  return withoutMarks(foldLine(text)).trim()
}

/** The same for text of several lines. */
export function plainText(text: string): string {
  const lines = text.normalize('NFC').replace(/\r\n?|[\u2028\u2029]/g, '\n')
  return trimUnseen(withoutMarks(lines.replace(/(?![\n\t])\p{Cc}/gu, ' ')))
}

function withoutMarks(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
}
