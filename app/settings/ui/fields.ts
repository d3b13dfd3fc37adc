import type { SettingName } from '#app/settings/settings-schema.ts'

/** A field of a settings screen. Its bounds are the schema's; `kind` says how it is filled in. */
export type SettingField = {
  name: SettingName
  label: string
  /** What it is for, in a sentence or two. Its bounds are said only when a value breaks them. */
  hint?: string
  /** What to say of a value that is refused, where the bounds do not say it all. */
  problem?: string
  /** Whether a change asks for the operator's own password, as it always does for secrets. */
  guarded?: boolean
} & (
  | { kind: 'text'; type?: 'text' | 'email' | 'url' | 'time' }
  | { kind: 'number'; unit?: string }
  | { kind: 'switch' }
  | { kind: 'choice'; options: Option[] }
  | { kind: 'textarea'; rows: number }
  /** Several lines that are no prose. */
  | { kind: 'code' }
  /** One entry a line. */
  | { kind: 'list' }
  /** Written, but never shown again. */
  | { kind: 'secret' }
  /** Any of a few, each with a box to tick. */
  | { kind: 'ticks'; options: Option[] }
)

type Option = { value: string; label: string }

/** Fields under a heading. */
export type SettingSection = { title: string; lead?: string; fields: SettingField[] }

/** A field as it was filled in: a list is its text, one entry a line. */
export type TypedValue = string | boolean | string[]

export function isGuarded(field: SettingField): boolean {
  return field.guarded === true || field.kind === 'secret'
}

/** Longer than any field can be; longer texts are refused all the same. */
const longestTyped = 30_000

/** Returns a field of a form as it was filled in. */
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

/** The name of the box that removes a stored secret. */
export function removeName(name: SettingName): string {
  return `${name}.remove`
}

/** The id of a field's control: links to it put the focus there, with and without JavaScript. */
export function fieldId(name: SettingName): string {
  return `field-${name}`
}
