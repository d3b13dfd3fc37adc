import {
  defaultSettings,
  extractionEndpoint,
  settingOverrides,
  settings,
} from '#app/settings/settings.server.ts'
import { type Bounds, boundsOf, defaultText } from './bounds.server.ts'
import { isGuarded, type SettingField, type SettingSection, type TypedValue } from './fields.ts'
import { markOf, shownValue } from './settings-form.server.ts'

/** Data for a field's control. Never contains a secret, only whether one is stored. */
export type FieldView = {
  field: SettingField
  value: TypedValue
  mark: string
  bounds: Bounds
  /** The default in words. Null if the field has it already or can't be reset. */
  resetTo: string | null
  /** The default. */
  initial: TypedValue
  /** For secrets: true if one is stored. */
  stored: boolean
  /** The environment variable that overrides the field and makes it read-only. */
  override: string | null
}

type SectionView = { title: string; lead?: string; fields: FieldView[] }

export type SettingsView = {
  sections: SectionView[]
  /** Labels of the fields whose change needs the operator's own password. */
  guarded: string[]
}

export function settingsView(sections: readonly SettingSection[]): SettingsView {
  const views = sections.map((section) => ({ ...section, fields: section.fields.map(fieldView) }))
  const guarded = views
    .flatMap(({ fields }) => fields)
    .filter(({ field, override }) => isGuarded(field) && override === null)
  return { sections: views, guarded: guarded.map(({ field }) => field.label) }
}

function fieldView(field: SettingField): FieldView {
  const { name } = field
  const override = settingOverrides()[name] ?? null
  const inForce =
    override !== null && name === 'extractionUrl' ? bareAddress(extractionEndpoint()) : null
  return {
    field,
    value: inForce ?? shownValue(field, settings()[name]),
    // Only for values that the page shows: others would be disclosed as a hash.
    mark: override !== null || field.kind === 'secret' ? '' : markOf(settings()[name]),
    bounds: boundsOf(name),
    resetTo: override === null && canReset(field) ? defaultText(field) : null,
    initial: shownValue(field, defaultSettings[name]),
    stored: field.kind === 'secret' && settings()[name] !== '',
    override,
  }
}

/** Secrets have a checkbox that removes them instead. */
function canReset({ kind, name }: SettingField): boolean {
  return (
    kind !== 'secret' && JSON.stringify(settings()[name]) !== JSON.stringify(defaultSettings[name])
  )
}

/** Removes the parts that may contain a key. */
function bareAddress(address: string | null): string {
  if (address === null || !URL.canParse(address)) return ''
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}
