import { href } from 'react-router'
import type { SettingSection } from '#app/settings/ui/fields.ts'
import { saveSettings } from '#app/settings/ui/save-settings.server.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import type { Route } from './+types/performance'

const target = href('/admin/settings/performance')

const sections: SettingSection[] = [
  {
    title: 'Pages',
    fields: [
      {
        kind: 'switch',
        name: 'responseCaching',
        label: 'Keep rendered pages in memory',
        hint: 'Until something that they show changes. Browsers that have a page already are told so.',
      },
      {
        kind: 'number',
        name: 'cacheMinutes',
        label: 'Cache duration',
        unit: 'minutes',
        hint: 'How long a look-up is answered from what is known. 0 asks the extraction service each time.',
      },
      {
        kind: 'switch',
        name: 'compression',
        label: 'Compress answers',
        hint: 'For browsers that can take it. Clips and pictures are sent as they are.',
      },
    ],
  },
  {
    title: 'Downloads',
    fields: [
      {
        kind: 'number',
        name: 'countdownSeconds',
        label: 'Countdown',
        unit: 'seconds',
        hint: 'How long visitors wait before each file. The dialog ad shows meanwhile. 0 starts downloads at once.',
      },
      {
        kind: 'number',
        name: 'maxConcurrentDownloads',
        label: 'At once',
        unit: 'downloads',
        hint: 'The next visitor reads a page that asks to try again soon.',
      },
      {
        kind: 'number',
        name: 'downloadTimeoutSeconds',
        label: 'Download timeout',
        unit: 'seconds',
        hint: 'A stalled download ends after this long. Media hosts never get more than 10 seconds to answer or 20 seconds between bytes, and visitors get twice this long.',
      },
    ],
  },
]

export function loader() {
  return settingsView(sections)
}

export async function action({ request, context }: Route.ActionArgs) {
  return saveSettings(sections, { form: await request.formData(), target, context })
}

export default function PerformanceSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SettingsPage tab="performance">
      <SettingsSections view={loaderData} answer={actionData} />
    </SettingsPage>
  )
}
