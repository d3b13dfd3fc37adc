import { removeName, typedValue } from './fields.ts'
import type { FieldView, SettingsView } from './settings-view.server.ts'

/** Returns the fields of a form that differ from what is stored. */
export function changedFields(view: SettingsView, form: FormData): FieldView[] {
  return view.sections.flatMap(({ fields }) => fields).filter((field) => isChanged(field, form))
}

function isChanged({ field, value, override }: FieldView, form: FormData): boolean {
  if (override !== null) return false
  const typed = typedValue(field, form)
  if (field.kind === 'secret') return typed !== '' || form.get(removeName(field.name)) === 'on'
  return JSON.stringify(typed) !== JSON.stringify(value)
}
