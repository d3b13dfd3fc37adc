import { z } from 'zod'
import { type SettingName, SettingsSchema } from '#app/settings/settings-schema.ts'
import type { SettingField } from './fields.ts'

type Schema = {
  type?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  default?: unknown
  anyOf?: Schema[]
}

/** The bounds of a setting, as its schema has them. */
export type Bounds = {
  min?: number
  max?: number
  whole: boolean
  maxLength?: number
  required: boolean
  usual: unknown
}

export function boundsOf(name: SettingName): Bounds {
  const schema = z.toJSONSchema(SettingsSchema.shape[name], { io: 'input' }) as Schema
  // A field that may be empty is one of two: its form, or nothing.
  const form = schema.anyOf?.[0] ?? schema
  const min = form.minimum ?? form.minItems
  const max = form.maximum ?? form.maxItems
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    whole: form.type === 'integer',
    ...(form.maxLength !== undefined && { maxLength: form.maxLength }),
    required: (form.minLength ?? 0) > 0,
    usual: schema.default,
  }
}

const figure = (value: number | undefined) => (value ?? 0).toLocaleString('en')

/** The bounds in words, to stand beside the field; '' where the field itself says them. */
export function boundsText(field: SettingField): string {
  const { min, max, maxLength, usual } = boundsOf(field.name)
  switch (field.kind) {
    case 'number':
      return `From ${figure(min)} to ${figure(max)}; default ${figure(Number(usual))}.`
    case 'list':
      return `One a line, ${figure(min)} to ${figure(max)} of them.`
    case 'text':
    case 'textarea':
    case 'code':
    case 'secret':
      return maxLength === undefined ? '' : `At most ${figure(maxLength)} characters.`
    default:
      return ''
  }
}

/** What to say of a value that the schema does not take; of a list it may be one line. */
export function problemText(field: SettingField, line?: string): string {
  if (line !== undefined) return `“${line.slice(0, 80)}” cannot be taken. ${field.problem ?? ''}`
  if (field.problem !== undefined && field.kind !== 'list') return field.problem
  const { min, max, maxLength, whole, required } = boundsOf(field.name)
  switch (field.kind) {
    case 'number':
      return `Enter a ${whole ? 'whole ' : ''}number from ${figure(min)} to ${figure(max)}.`
    case 'list':
      return `Enter ${figure(min)} to ${figure(max)} lines.`
    case 'text':
    case 'textarea':
    case 'code':
    case 'secret':
      return `Enter ${required ? '1 to' : 'at most'} ${figure(maxLength)} characters.`
    default:
      return 'Choose one of these.'
  }
}
