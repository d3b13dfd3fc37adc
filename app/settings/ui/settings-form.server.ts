import { sha256 } from '#app/secrets/sha256.ts'
import { settingOverrides, settings } from '#app/settings/settings.server.ts'
import { type SettingName, type Settings, SettingsSchema } from '#app/settings/settings-schema.ts'
import { problemText, valueText } from './bounds.server.ts'
import { isGuarded, removeName, type SettingField, type TypedValue, typedValue } from './fields.ts'

export type SettingsForm = {
  /** Only what the sender changed, so that no one overwrites another operator's change. */
  changes: Partial<Settings>
  problems: Partial<Record<SettingName, string>>
  /** As typed; for a secret only whether to remove it. */
  typed: Partial<Record<SettingName, TypedValue>>
  /** Secrets that were typed. No page shows them again. */
  secrets: SettingName[]
  /** Of the values that the fields showed. */
  marks: Partial<Record<SettingName, string>>
  /** True if a change, accepted or not, needs the operator's own password. */
  guarded: boolean
  /** The number of known fields in the form. */
  sent: number
}

/**
 * Reads the given fields; those not in the form stay unchanged. A field that someone else changed
 * since the form was shown isn't changed unless the form is sent again.
 */
export function readSettingsForm(form: FormData, fields: readonly SettingField[]): SettingsForm {
  const read: SettingsForm = {
    changes: {},
    problems: {},
    typed: {},
    secrets: [],
    marks: {},
    guarded: false,
    sent: 0,
  }
  for (const field of fields) {
    const mark = form.get(markName(field.name))
    if (typeof mark !== 'string' || field.name in settingOverrides()) continue
    read.sent += 1
    readField(field, form, mark.slice(0, 64), read)
  }
  return read
}

function readField(field: SettingField, form: FormData, mark: string, read: SettingsForm): void {
  const { name } = field
  read.marks[name] = mark
  const typed = typedValue(field, form)
  if (field.kind === 'secret') {
    const remove = form.get(removeName(name)) === 'on'
    if (!remove && typed === '') return
    if (remove) Object.assign(read.changes, { [name]: '' })
    else take(field, typed, read)
    read.typed[name] = remove
    if (!remove) read.secrets.push(name)
    read.guarded = true
    return
  }
  read.typed[name] = typed
  const { data } = parse(field, typed)
  if (data !== undefined && markOf(data) === mark) return
  take(field, typed, read)
  const now = settings()[name]
  const isOther = markOf(now) !== mark && (data === undefined || markOf(data) !== markOf(now))
  if (isOther && read.problems[name] === undefined) {
    delete read.changes[name]
    // Sending the form again then saves it.
    read.marks[name] = markOf(now)
    read.problems[name] =
      `Someone changed this meanwhile. It’s now ${valueText(field, now)}. To replace it with what you typed, save again.`
  }
  if (isGuarded(field)) read.guarded = true
}

function take(field: SettingField, typed: TypedValue, read: SettingsForm): void {
  const { data, error } = parse(field, typed)
  if (error === undefined) {
    Object.assign(read.changes, { [field.name]: data })
    return
  }
  const index = error.issues[0]?.path[0]
  const line = typeof index === 'number' ? linesOf(String(typed))[index] : undefined
  read.problems[field.name] = problemText(field, line)
}

function parse(field: SettingField, typed: TypedValue) {
  return SettingsSchema.shape[field.name].safeParse(input(field, typed))
}

function input(field: SettingField, typed: TypedValue): unknown {
  if (typeof typed !== 'string') return typed
  if (field.kind === 'number') return /^(\d+|\d*\.\d+)$/.test(typed) ? Number(typed) : null
  if (field.kind === 'list') return linesOf(typed)
  return typed
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().toLowerCase())
  return [...new Set(lines.filter((line) => line !== ''))]
}

/** Returns a setting's value as its field shows it. */
export function shownValue(field: SettingField, value: Settings[SettingName]): TypedValue {
  if (field.kind === 'secret') return ''
  if (field.kind === 'list' && Array.isArray(value)) return value.join('\n')
  return typeof value === 'number' ? String(value) : value
}

/** The hidden field with the mark of the value that the form showed. */
function markName(name: SettingName): string {
  return `${name}.shown`
}

/** Stands in for a value, so that long texts aren't sent twice. */
export function markOf(value: unknown): string {
  return sha256(JSON.stringify(value)).slice(0, 16)
}
