import type { z } from 'zod'
import { badRequest } from './refusals.ts'

/** Handlers by button name. A page's action passes `page` to each. */
type Handlers = Readonly<Record<string, (form: FormData, page: never) => unknown>>

/** The `page` that satisfies all handlers. */
type PageOf<Table extends Handlers> = Table[keyof Table] extends (
  form: FormData,
  page: infer Page,
) => unknown
  ? Page
  : never

type AnswerOf<Table extends Handlers> = Awaited<ReturnType<Table[keyof Table]>>

/**
 * Returns the action of a page with several buttons: it calls the handler that the form's field
 * `intent` names. Throws a 400 for a form that names none, which no page of this app sends.
 */
export function intents<Table extends Handlers>(
  handlers: Table,
): (form: FormData, page: PageOf<Table>) => Promise<AnswerOf<Table>> {
  return async (form, page): Promise<AnswerOf<Table>> => {
    const name = String(form.get('intent'))
    const handle = Object.hasOwn(handlers, name) ? handlers[name] : undefined
    if (handle === undefined) throw badRequest()
    return (await handle(form, page as never)) as AnswerOf<Table>
  }
}

/**
 * Returns a handler for a button whose form has hidden fields: `handle` gets them as `schema` reads
 * them. Throws a 400 when it can't. Fields that people fill in are for `readForm` instead.
 */
export function withFields<Schema extends z.ZodType, Page, Answer>(
  schema: Schema,
  handle: (fields: z.output<Schema>, page: Page) => Answer,
): (form: FormData, page: Page) => Answer {
  return (form, page) => {
    const fields = schema.safeParse(Object.fromEntries(form))
    if (!fields.success) throw badRequest()
    return handle(fields.data, page)
  }
}
