import { data } from 'react-router'
import type { z } from 'zod'

/** By field name: the schema that reads the text, and the problem to show if it can't. */
type FieldTable = Readonly<Record<string, readonly [z.ZodType<unknown, string>, problem: string]>>

export type FieldValues<Name extends string> = Record<Name, string>
/** A sentence for each field that has a problem. */
export type FieldProblems<Name extends string> = Partial<Record<Name, string>>

type ReadForm<Table extends FieldTable> = {
  values: FieldValues<keyof Table & string>
  problems: FieldProblems<keyof Table & string>
  /** Null if any field can't be read. */
  fields: { [Name in keyof Table]: z.output<Table[Name][0]> } | null
}

/** More than any field allows. */
const longestText = 25_000

/**
 * Returns a field's text, or '' for none. Normalizes line ends, removes NUL characters, which no
 * database server takes, and cuts text longer than any field allows.
 */
export function textOf(form: FormData, name: string): string {
  const text = form.get(name)
  if (typeof text !== 'string') return ''
  return text.slice(0, longestText).replaceAll('\0', '').replace(/\r\n?/g, '\n')
}

export function readForm<Table extends FieldTable>(form: FormData, table: Table): ReadForm<Table> {
  const texts = Object.keys(table).map((name) => [name, textOf(form, name)])
  return readFields(Object.fromEntries(texts) as ReadForm<Table>['values'], table)
}

/** Reads fields that don't come from a form, such as those of a file. */
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

/** Returns a 400 with everything that was typed. `form` names the form on its page. */
export function refuse<Form extends string, Read extends { values: object; problems: object }>(
  form: Form,
  { values, problems }: Read,
  more: Partial<Read['problems']> = {},
) {
  const answer = { form, values: values as Read['values'], problems: { ...problems, ...more } }
  return data(answer, { status: 400 })
}
