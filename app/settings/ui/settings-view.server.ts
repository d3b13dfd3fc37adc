import {
  defaultSettings,
  extractionEndpoint,
  settingOverrides,
  settings,
} from '#app/settings/settings.server.ts'
import { type Bounds, boundsOf, defaultText } from './bounds.server.ts'
import { isGuarded, type SettingField, type SettingSection, type TypedValue } from './fields.ts'
import { markOf, shownValue } from './settings-form.server.ts'

/** What a field's part of the page needs. Of a secret that is only whether there is one. */
export type FieldView = {
  field: SettingField
  value: TypedValue
  mark: string
  bounds: Bounds
  /** The default in words; null for a field that has it, and for one without a way back to it. */
  resetTo: string | null
  /** For secrets: whether one is stored. */
  stored: boolean
  /** The environment variable in its place; the field cannot be changed then. */
  override: string | null
}

type SectionView = { title: string; lead?: string; fields: FieldView[] }

export type SettingsView = {
  sections: SectionView[]
  /** The labels of the fields whose change asks for the operator's own password. */
  guarded: string[]
}

/** The given sections with the settings in force. */
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
    // Of a value that the page shows; never of another, of which the mark would be a hash.
    mark: override !== null || field.kind === 'secret' ? '' : markOf(settings()[name]),
    bounds: boundsOf(name),
    resetTo: override === null && canReset(field) ? defaultText(field) : null,
    stored: field.kind === 'secret' && settings()[name] !== '',
    override,
  }
}

/** A secret has a box of its own that removes it. */
function canReset({ kind, name }: SettingField): boolean {
  return (
    kind !== 'secret' && JSON.stringify(settings()[name]) !== JSON.stringify(defaultSettings[name])
  )
}

/** Without what may be a key in it. */
function bareAddress(address: string | null): string {
  if (address === null || !URL.canParse(address)) return ''
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}
