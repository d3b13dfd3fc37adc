import { z } from 'zod'
import { defaultSettings } from '#app/settings/settings.server.ts'
import { type SettingName, type Settings, SettingsSchema } from '#app/settings/settings-schema.ts'
import type { SettingField } from './fields.ts'

type Schema = {
  type?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  anyOf?: Schema[]
}

export type Bounds = {
  min?: number
  max?: number
  whole: boolean
  maxLength?: number
  required: boolean
}

export function boundsOf(name: SettingName): Bounds {
  const schema = z.toJSONSchema(SettingsSchema.shape[name], { io: 'input' }) as Schema
  // An optional field is a union of its form and ''.
  const form = schema.anyOf?.[0] ?? schema
  const min = form.minimum ?? form.minItems
  const max = form.maximum ?? form.maxItems
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    whole: form.type === 'integer',
    ...(form.maxLength !== undefined && { maxLength: form.maxLength }),
    required: (form.minLength ?? 0) > 0,
  }
}

const figure = (value: number | undefined) => (value ?? 0).toLocaleString('en')

/** Returns a field's default in words, such as "60 minutes". */
export function defaultText(field: SettingField): string {
  return textOf(field, defaultSettings[field.name])
}

const longestQuote = 200

/** Returns a field's value in words, as part of a sentence. */
export function valueText(field: SettingField, value: Settings[SettingName]): string {
  const text = textOf(field, value)
  const quoted = text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text
  return field.kind === 'switch' || text === 'blank' ? quoted : `“${quoted}”`
}

function textOf(field: SettingField, value: Settings[SettingName]): string {
  switch (field.kind) {
    case 'switch':
      return value === true ? 'on' : 'off'
    case 'number':
      return [figure(Number(value)), field.unit].filter(Boolean).join(' ')
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? ''
    case 'ticks':
      return labelsOf(field.options, value)
    default:
      return (Array.isArray(value) ? value.join(', ') : String(value)) || 'blank'
  }
}

function labelsOf(options: { value: string; label: string }[], value: unknown): string {
  const ticked: readonly unknown[] = Array.isArray(value) ? value : []
  const labels = options.filter(({ value }) => ticked.includes(value)).map(({ label }) => label)
  return labels.join(', ') || 'none'
}

/** Returns the message for a refused value; for a list, `line` is the bad entry. */
export function problemText(field: SettingField, line?: string): string {
  if (line !== undefined) return `“${line.slice(0, 80)}” can’t be used. ${field.problem ?? ''}`
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
