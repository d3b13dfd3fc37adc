import { z } from 'zod'
import {
  type BacklinkFields,
  type BacklinkProblems,
  backlinkFieldNames,
  parseBacklink,
  type TypedBacklink,
} from '#app/models/backlink-fields.server.ts'

/** A number in an address or a form as this app makes them; anything else is nobody's. */
export const RowId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
/** More rows than a page shows cannot be ticked. */
export const RowIds = z.array(RowId).min(1).max(200)

/** Reads the fields of a backlink, and nothing else; `fields` is null when one cannot be taken. */
export function readBacklinkForm(form: FormData): {
  values: TypedBacklink
  fields: BacklinkFields | null
  problems: BacklinkProblems
} {
  const entries = backlinkFieldNames.map((name) => [
    name,
    String(form.get(name) ?? '').slice(0, 4000),
  ])
  const values = Object.fromEntries(entries) as TypedBacklink
  const parsed = parseBacklink(values)
  return parsed.ok
    ? { values, fields: parsed.fields, problems: {} }
    : { values, fields: null, problems: parsed.problems }
}
