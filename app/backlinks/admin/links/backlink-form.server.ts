import { z } from 'zod'
import {
  backlinkFieldNames,
  parseBacklink,
  type TypedBacklink,
} from '#app/backlinks/fields.server.ts'
import { textOf } from '#app/http/form.server.ts'

/** The number of a row in an address or a form. */
export const RowId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
/** More rows than a page shows cannot be ticked. */
export const RowIds = z.array(RowId).min(1).max(200)

/** Reads the fields of a backlink, and nothing else. */
export function readBacklinkForm(form: FormData) {
  const entries = backlinkFieldNames.map((name) => [name, textOf(form, name)])
  return parseBacklink(Object.fromEntries(entries) as TypedBacklink)
}

/**
 * The same for a backlink that is `now` so: a field that was left as the form showed it stays as it
 * is by now, since a check or another operator may have changed it meanwhile. `shown` is what to
 * compare with when the form is sent back.
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
