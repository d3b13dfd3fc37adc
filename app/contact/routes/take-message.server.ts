import { z } from 'zod'
import { leaveMessage } from '#app/contact/contact.server.ts'
import { type ContactValues, contactLimits, contactTopics } from '#app/contact/message.ts'
import type { RefusedMessage } from '#app/contact/ui/contact-form.tsx'
import { takeForm } from '#app/http/form-limit.server.ts'
import { checkStamp, stampForm } from '#app/http/form-stamp.server.ts'
import { foldLine } from '#app/http/typed-text.ts'
import type { Language } from '#app/i18n/catalogue.ts'

// The length is judged per field below: a text that is too long goes back to its writer whole. A
// form's own limit of 64 KB bounds it.
const text = z.string().catch('')
const Form = z.object({
  name: text.transform(foldLine),
  email: text.transform((typed) => typed.trim()),
  topic: z.enum(contactTopics).catch('general'),
  message: text.transform((typed) => typed.normalize('NFC').replace(/\r\n?/g, '\n').trim()),
  stamp: z.string().max(100).catch(''),
  website: z.string().catch('filled'),
})
const Email = z.email()

type Outcome =
  | { ok: true }
  | { ok: false; refused: RefusedMessage; status: number; retryAfterSeconds: number | null }

/** Checks a message and stores it for the operators: what is cheap to tell comes first. */
export async function takeMessage(
  form: FormData,
  from: { clientAddress: string; language: Language },
): Promise<Outcome> {
  const { stamp, website, ...values } = Form.parse(Object.fromEntries(form))
  const refuse = (
    refused: RefusedMessage,
    status = 400,
    retryAfterSeconds: number | null = null,
  ): Outcome => ({ ok: false, refused, status, retryAfterSeconds })

  const problems = problemsOf(values)
  if (Object.keys(problems).length > 0) return refuse({ kind: 'fields', values, stamp, problems })
  const pace = checkStamp(stamp)
  if (pace === 'too_fast') return refuse({ kind: 'tooFast', values, stamp })
  if (pace === 'stale') return refuse({ kind: 'stale', values, stamp: stampForm() })
  const wait = await takeForm('contact', from.clientAddress)
  if (wait !== null) {
    return refuse({ kind: 'tooMany', minutes: Math.ceil(wait / 60), values, stamp }, 429, wait)
  }
  // A program that fills in every field is told what it wants to hear.
  if (website !== '') return { ok: true }
  const left = await leaveMessage(values, { language: from.language, stamp })
  return left === 'stored' ? { ok: true } : refuse({ kind: 'full', values, stamp }, 503)
}

function problemsOf(values: ContactValues) {
  const problems: Extract<RefusedMessage, { kind: 'fields' }>['problems'] = {}
  for (const name of ['name', 'email', 'message'] as const) {
    if (values[name].length > contactLimits[name]) problems[name] = 'tooLong'
  }
  if (values.message === '') problems.message = 'required'
  if (values.email !== '' && !Email.safeParse(values.email).success) problems.email ??= 'email'
  return problems
}
