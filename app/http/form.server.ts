import { data } from 'react-router'
import type { z } from 'zod'

/** A form's fields by name: how each text is read, and what to say when it can't be. */
type FieldTable = Readonly<Record<string, readonly [z.ZodType<unknown, string>, problem: string]>>

/** The fields as they were filled in. */
export type FieldValues<Name extends string> = Record<Name, string>
/** What is wrong with each field, as a sentence. */
export type FieldProblems<Name extends string> = Partial<Record<Name, string>>

type ReadForm<Table extends FieldTable> = {
  values: FieldValues<keyof Table & string>
  problems: FieldProblems<keyof Table & string>
  /** Null when one of them can't be read. */
  fields: { [Name in keyof Table]: z.output<Table[Name][0]> } | null
}

/** No field takes as many characters. */
const longestText = 25_000

/**
 * Returns a field's text with plain line ends and without NUL characters, which no database server
 * takes, cut where no field is that long; '' for none.
 */
export function textOf(form: FormData, name: string): string {
  const text = form.get(name)
  if (typeof text !== 'string') return ''
  return text.slice(0, longestText).replaceAll('\0', '').replace(/\r\n?/g, '\n')
}

/** Reads the fields of `table`, and nothing else. */
export function readForm<Table extends FieldTable>(form: FormData, table: Table): ReadForm<Table> {
  const texts = Object.keys(table).map((name) => [name, textOf(form, name)])
  return readFields(Object.fromEntries(texts) as ReadForm<Table>['values'], table)
}

/** Reads fields that came another way than by a form, such as from a file. */
export function readFields<Table extends FieldTable>(
  values: FieldValues<keyof Table & string>,
  table: Table,
): ReadForm<Table> {
  const problems: Record<string, string> = {}
  const fields: Record<string, unknown> = {}
  for (const [name, [schema, problem]] of Object.entries(table)) {
    const read = schema.safeParse(values[name])
    if (read.success) fields[name] = read.data
    else problems[name] = problem
  }
  const isWhole = Object.keys(problems).length === 0
  return { values, problems, fields: isWhole ? fields : null } as ReadForm<Table>
}

/** Answers a form that isn't taken with all that was typed; `form` says which one of its page. */
export function refuse<Form extends string, Read extends { values: object; problems: object }>(
  form: Form,
  { values, problems }: Read,
  more: Partial<Read['problems']> = {},
) {
  const answer = { form, values: values as Read['values'], problems: { ...problems, ...more } }
  return data(answer, { status: 400 })
}
