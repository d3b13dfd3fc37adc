import { z } from 'zod'
import { scopes } from '#app/api/scopes.ts'
import { mostPerMinute, type TokenFields } from '#app/api/token.server.ts'
import { readForm } from '#app/http/form.server.ts'

const Scopes = z.array(z.enum(scopes)).min(1).max(scopes.length)

const table = {
  name: [z.string().trim().min(1).max(60), 'Enter a name of up to 60 characters.'],
  perMinute: [
    z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1).max(mostPerMinute)),
    `Enter a number from 1 to ${mostPerMinute.toLocaleString('en')}.`,
  ],
  days: [
    z
      .enum(['30', '90', '365', 'never'])
      .transform((days) => (days === 'never' ? null : Number(days))),
    'Choose when the token expires.',
  ],
} as const

/** Reads the form of a new token, with a sentence for each field that has a problem. */
export function readTokenForm(form: FormData) {
  const read = readForm(form, table)
  const ticked = Scopes.safeParse([...new Set(form.getAll('scope'))]).data ?? null
  const fields: TokenFields | null =
    read.fields === null || ticked === null ? null : { ...read.fields, scopes: ticked }
  return {
    values: { ...read.values, scopes: form.getAll('scope').map(String) },
    problems: {
      ...read.problems,
      ...(ticked === null && { scope: 'Choose at least one scope.' }),
    },
    fields,
  }
}
