import { href } from 'react-router'
import { foldText } from '#app/lists/fold-case.ts'
import { fieldId, type SettingSection } from './fields.ts'
import { apiSections } from './sections/api.ts'
import { databaseSections } from './sections/database.server.ts'
import { emailSections } from './sections/email.ts'
import { generalSections } from './sections/general.ts'
import { notificationsSections } from './sections/notifications.server.ts'
import { performanceSections } from './sections/performance.ts'
import { securitySections } from './sections/security.ts'

/** A search result; `to` is the field's address. */
export type FoundSetting = { label: string; hint: string; tab: string; section: string; to: string }

const settings: FoundSetting[] = [
  ...onTab('General', href('/admin/settings'), generalSections),
  ...onTab('API', href('/admin/settings/api'), apiSections),
  ...onTab('Notifications', href('/admin/settings/notifications'), notificationsSections()),
  ...onTab('Security', href('/admin/settings/security'), securitySections),
  ...onTab('Database', href('/admin/settings/database'), databaseSections),
  ...onTab('Email', href('/admin/settings/email'), emailSections),
  ...onTab('Performance', href('/admin/settings/performance'), performanceSections),
]

function onTab(tab: string, address: string, sections: SettingSection[]): FoundSetting[] {
  return sections.flatMap(({ title, fields }) =>
    fields.map(({ name, label, hint = '' }) => {
      return { label, hint, tab, section: title, to: `${address}#${fieldId(name)}` }
    }),
  )
}

/**
 * Returns the settings whose label, hint, section and tab together contain every word of `text`,
 * matches of the label first. Returns none for an empty text.
 */
export function searchSettings(text: string): FoundSetting[] {
  const words = foldText(text).split(/\s+/).filter(Boolean).slice(0, 10)
  if (words.length === 0) return []
  const holds = (haystack: string) => words.every((word) => foldText(haystack).includes(word))
  const inLabel = settings.filter(({ label }) => holds(label))
  const elsewhere = settings.filter(
    ({ label, hint, section, tab }) =>
      !holds(label) && holds(`${label}\n${hint}\n${section}\n${tab}`),
  )
  return [...inLabel, ...elsewhere]
}
