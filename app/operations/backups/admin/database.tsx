import { intents } from '#app/http/intents.server.ts'
import { backupState, isBeingVerified, listBackups } from '#app/operations/backups/backup.server.ts'
import { databaseFacts, integrityState } from '#app/operations/backups/database-facts.server.ts'
import type { SettingSection } from '#app/settings/ui/fields.ts'
import { saveSettings } from '#app/settings/ui/save-settings.server.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import type { Route } from './+types/database'
import { backupActions, databasePage } from './backup-actions.server.ts'
import { DatabaseFactsPanel } from './backup-facts.tsx'
import { BackupList } from './backup-list.tsx'

const sections: SettingSection[] = [
  {
    title: 'Keeping',
    fields: [
      {
        kind: 'number',
        name: 'retentionDays',
        label: 'Retention',
        unit: 'days',
        hint: 'Posts that nobody asked for in so long are deleted with their history.',
      },
      {
        kind: 'number',
        name: 'databasePoolSize',
        label: 'Pool size',
        unit: 'connections',
        hint: 'Connections to a database server. The one file that is used now needs none.',
      },
    ],
  },
  {
    title: 'Daily backup',
    fields: [
      { kind: 'switch', name: 'automaticBackup', label: 'Make a backup every day' },
      {
        kind: 'text',
        type: 'time',
        name: 'backupTime',
        label: 'At',
        hint: 'From 00:00 to 23:59, in the time zone of the site.',
        problem: 'Enter a time from 00:00 to 23:59.',
      },
      {
        kind: 'number',
        name: 'backupsKept',
        label: 'Keep the newest',
        unit: 'backups',
        hint: 'Older ones are deleted.',
      },
    ],
  },
]

export const handle: LiveHandle = { live: ['backups'] }

export async function loader() {
  const { runningSince, failure } = backupState()
  const backups = await listBackups()
  return {
    view: settingsView(sections),
    facts: await databaseFacts(),
    integrity: integrityState(),
    backups: backups.map((backup) => ({ ...backup, looking: isBeingVerified(backup) })),
    runningSince,
    failure,
  }
}

const perform = intents({
  ...backupActions,
  save: (form: FormData, { context }: Pick<Route.ActionArgs, 'context'>) =>
    saveSettings(sections, { form, target: databasePage, context }),
})

export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), { context })
}

export default function DatabaseSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { view, facts, integrity, backups, runningSince, failure } = loaderData
  return (
    <SettingsPage tab="database">
      <DatabaseFactsPanel facts={facts} {...integrity} />
      <SettingsSections view={view} answer={actionData} />
      <BackupList backups={backups} runningSince={runningSince} failure={failure} />
    </SettingsPage>
  )
}
