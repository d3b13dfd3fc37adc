import { z } from 'zod'
import {
  backlinkFieldNames,
  parseBacklink,
  type TypedBacklink,
} from '#app/backlinks/fields.server.ts'
import { textOf } from '#app/http/form.server.ts'

export const RowId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
/** A list page has at most 200 rows to tick. */
export const RowIds = z.array(RowId).min(1).max(200)

export function readBacklinkForm(form: FormData) {
  const entries = backlinkFieldNames.map((name) => [name, textOf(form, name)])
  return parseBacklink(Object.fromEntries(entries) as TypedBacklink)
}

/**
 * Reads an edit of a backlink that is currently `now`. Fields left as the form showed them keep
 * their current value, since a check or another operator may have changed it. `shown` is what to
 * compare with when the form is sent again.
 */
export function readChangedBacklink(form: FormData, now: TypedBacklink) {
  const values = { ...now }
  const shown = { ...now }
  for (const name of backlinkFieldNames) {
    const typed = textOf(form, name)
    const before = form.has(`${name}.shown`) ? textOf(form, `${name}.shown`) : null
    if (typed === before) continue
    values[name] = typed
    shown[name] = before ?? now[name]
  }
  return { ...parseBacklink(values), shown }
}
