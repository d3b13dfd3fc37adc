import type { SettingName } from '#app/settings/settings-schema.ts'

/** A field of a settings screen. Its bounds are the schema's; `kind` says how it is filled in. */
export type SettingField = {
  name: SettingName
  label: string
  /** What it does, in a sentence; the bounds are said after it. */
  hint?: string
  /** What to say of a value that cannot be taken, where the bounds do not say it all. */
  problem?: string
  /** Whether a change asks the operator's own password again, as it always does for secrets. */
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
