import type { SettingName } from '#app/settings/settings-schema.ts'

/** A settings field. Its bounds come from the schema; `kind` is its control. */
export type SettingField = {
  name: SettingName
  label: string
  /** Its purpose in a sentence or two. Bounds are only shown when a value breaks them. */
  hint?: string
  /** The message for a refused value if the bounds don't explain it. */
  problem?: string
  /** True if a change needs the operator's own password, as secrets always do. */
  guarded?: boolean
} & (
  | { kind: 'text'; type?: 'text' | 'email' | 'url' | 'time' }
  | { kind: 'number'; unit?: string }
  | { kind: 'switch' }
  | { kind: 'choice'; options: Option[] }
  | { kind: 'textarea' }
  /** Multi-line code. */
  | { kind: 'code' }
  /** One entry per line. */
  | { kind: 'list' }
  | { kind: 'secret' }
  | { kind: 'ticks'; options: Option[] }
)

type Option = { value: string; label: string }

export type SettingSection = { title: string; lead?: string; fields: SettingField[] }

/** A field's value as typed: a list is its text, one entry per line. */
export type TypedValue = string | boolean | string[]

export function isGuarded(field: SettingField): boolean {
  return field.guarded === true || field.kind === 'secret'
}

/** Longer than any field allows, so cut texts are still refused. */
const longestTyped = 30_000

export function typedValue(field: SettingField, form: FormData): TypedValue {
  const { kind, name } = field
  if (kind === 'switch') return form.get(name) === 'on'
  if (kind === 'ticks') {
    const ticked = form.getAll(name)
    return field.options.map(({ value }) => value).filter((value) => ticked.includes(value))
  }
  const text = form.get(name)
  if (typeof text !== 'string') return ''
  const lines = text.slice(0, longestTyped).replace(/\r\n?/g, '\n')
  // A password can begin or end with a space.
  return kind === 'secret' ? lines : lines.trim()
}

export function removeName(name: SettingName): string {
  return `${name}.remove`
}

/** The id of a field's control. Links to it focus the field, with and without JavaScript. */
export function fieldId(name: SettingName): string {
  return `field-${name}`
}
