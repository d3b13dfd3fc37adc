import { z } from 'zod'
import {
  type BacklinkFields,
  type BacklinkProblems,
  backlinkFieldNames,
  parseBacklink,
  type TypedBacklink,
} from '#app/backlinks/fields.server.ts'

/** A number in an address or a form as this app makes them; anything else is nobody's. */
export const RowId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
/** More rows than a page shows cannot be ticked. */
export const RowIds = z.array(RowId).min(1).max(200)

type ReadForm = {
  values: TypedBacklink
  fields: BacklinkFields | null
  problems: BacklinkProblems
}

const textOf = (form: FormData, name: string) =>
  String(form.get(name) ?? '')
    .slice(0, 4000)
    .replace(/\r\n?/g, '\n')

/** Reads the fields of a backlink, and nothing else; `fields` is null when one cannot be taken. */
export function readBacklinkForm(form: FormData): ReadForm {
  const entries = backlinkFieldNames.map((name) => [name, textOf(form, name)])
  return read(Object.fromEntries(entries) as TypedBacklink)
}

/**
 * The same for a backlink that is `now` so: a field that was left as the form showed it stays as it
 * is by now, since a check or another operator may have changed it meanwhile. `shown` is what to
 * compare with when the form is sent back.
 */
export function readChangedBacklink(
  form: FormData,
  now: TypedBacklink,
): ReadForm & { shown: TypedBacklink } {
  const values = { ...now }
  const shown = { ...now }
  for (const name of backlinkFieldNames) {
    const typed = textOf(form, name)
    const before = form.has(`${name}.shown`) ? textOf(form, `${name}.shown`) : null
    if (typed === before) continue
    values[name] = typed
    shown[name] = before ?? now[name]
  }
  return { ...read(values), shown }
}

function read(values: TypedBacklink): ReadForm {
  const parsed = parseBacklink(values)
  return parsed.ok
    ? { values, fields: parsed.fields, problems: {} }
    : { values, fields: null, problems: parsed.problems }
}
