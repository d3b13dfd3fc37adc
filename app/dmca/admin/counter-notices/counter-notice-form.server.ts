import { z } from 'zod'
import type { NewCounterNotice } from '#app/dmca/counter-notice.server.ts'
import { noteLimit, plainLine, typedNote } from '#app/dmca/report.ts'
import { parsePostKey } from '#app/download/platforms/links.ts'
import { MaybeEmail } from '#app/http/email-address.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { addDays, dayOf, isDay } from '#app/time/calendar-day.ts'
import { dayMs } from '#app/time/durations.ts'
import { dayText } from '#app/time/time-text.ts'

const texts = [
  'receivedOn',
  'senderName',
  'senderAddress',
  'senderPhone',
  'senderEmail',
  'statement',
  'signature',
] as const
type CounterNoticeText = (typeof texts)[number]

export type CounterNoticeValues = Record<CounterNoticeText, string> & {
  complete: boolean
  postIds: string[]
}
export type CounterNoticeProblems = Partial<Record<CounterNoticeText | 'complete', string>>

const lineLimit = 300
const isLong = (name: CounterNoticeText) => name === 'statement' || name === 'senderAddress'

const Version = z.coerce.number().int().min(1).catch(0)
const PostIds = z
  .array(
    z
      .string()
      .max(120)
      .refine((key) => parsePostKey(key) !== null),
  )
  .max(50)

/** Reads an operator's form for a counter-notice to a report of a given time (unix ms). */
export function readCounterNotice(
  form: FormData,
  submittedAt: number,
): {
  version: number
  notice: NewCounterNotice | null
  values: CounterNoticeValues
  problems: CounterNoticeProblems
} {
  const typedTexts = Object.fromEntries(
    texts.map((name) => {
      const typed = typedNote(form.get(name))
      return [name, isLong(name) ? typed : plainLine(typed)]
    }),
  ) as Record<CounterNoticeText, string>
  const postIds = PostIds.safeParse(form.getAll('postId'))
  const complete = form.get('complete') === 'yes'
  const values = { ...typedTexts, complete, postIds: postIds.data ?? [] }
  const problems: CounterNoticeProblems = {}
  for (const name of texts) {
    const longest = isLong(name) ? noteLimit : lineLimit
    if (values[name] === '' && name !== 'senderEmail') problems[name] = 'Fill this in.'
    // Sworn text is not cut off.
    else if (values[name].length > longest)
      problems[name] = `At most ${figure(longest)} characters.`
  }
  const firstDay = addDays(dayOf(submittedAt, siteTimeZone()), -1)
  if (!isDay(values.receivedOn)) problems.receivedOn = 'Enter the day it arrived.'
  else if (values.receivedOn > dayOf(Date.now() + dayMs, siteTimeZone())) {
    problems.receivedOn = 'This day is in the future.'
  } else if (values.receivedOn < firstDay) {
    problems.receivedOn = `This is before the report, which arrived on ${dayText(submittedAt, siteTimeZone())}.`
  }
  const senderEmail = MaybeEmail.safeParse(values.senderEmail)
  if (!senderEmail.success) {
    problems.senderEmail = 'Enter an email address, or leave it blank.'
  }
  if (!complete) {
    problems.complete = 'A counter-notice without these statements has no effect.'
  }
  const fits = Object.keys(problems).length === 0 && postIds.success
  return {
    version: Version.parse(form.get('version')),
    notice:
      fits && senderEmail.success
        ? { ...typedTexts, senderEmail: senderEmail.data, postIds: postIds.data }
        : null,
    values,
    problems,
  }
}
