import { fieldId, type SettingField, type TypedValue } from './fields.ts'

/** Sets a field's value and fires an input event, as if someone had typed it. */
export function fillIn(form: HTMLFormElement, field: SettingField, value: TypedValue): void {
  const { name } = field
  for (const control of form.querySelectorAll(`[name="${name}"]`)) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      control.checked = Array.isArray(value) ? value.includes(control.value) : value === true
    } else if (
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement
    ) {
      control.value = String(value)
    }
  }
  const control = document.getElementById(fieldId(name))
  control?.dispatchEvent(new Event('input', { bubbles: true }))
  control?.focus()
}
