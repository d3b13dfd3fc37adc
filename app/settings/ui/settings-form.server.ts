import { sha256 } from '#app/secrets/sha256.ts'
import { settingOverrides } from '#app/settings/settings.server.ts'
import { type SettingName, type Settings, SettingsSchema } from '#app/settings/settings-schema.ts'
import { problemText } from './bounds.server.ts'
import { isGuarded, removeName, type SettingField, type TypedValue, typedValue } from './fields.ts'

/** A settings form as it was sent. */
export type SettingsForm = {
  /** What to save: only what the sender changed, so that no one undoes what another one saved. */
  changes: Partial<Settings>
  problems: Partial<Record<SettingName, string>>
  /** As it was filled in; of a secret only whether the stored one is to go. */
  typed: Partial<Record<SettingName, TypedValue>>
  /** Secrets that were typed: no page shows them again. */
  secrets: SettingName[]
  /** The marks of what the fields showed at first. */
  marks: Partial<Record<SettingName, string>>
  /** Whether one of the changes, taken or not, asks for the operator's own password. */
  guarded: boolean
  /** How many of the fields were in the form at all. */
  sent: number
}

/** Reads the given fields and nothing else; a field that was not in the form stays as it is. */
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

/** Each once, in small letters. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().toLowerCase())
  return [...new Set(lines.filter((line) => line !== ''))]
}

/** A setting's value as its field shows it. */
export function shownValue(field: SettingField, value: Settings[SettingName]): TypedValue {
  if (field.kind === 'secret') return ''
  if (field.kind === 'list' && Array.isArray(value)) return value.join('\n')
  return typeof value === 'number' ? String(value) : value
}

/** A hidden field with it says what its neighbour showed when the page was made. */
function markName(name: SettingName): string {
  return `${name}.shown`
}

/** A value's mark: long texts need not go to and fro twice. */
export function markOf(value: unknown): string {
  return sha256(JSON.stringify(value)).slice(0, 16)
}
