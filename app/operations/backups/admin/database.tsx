import { lazy, Suspense } from 'react'
import { intents } from '#app/http/intents.server.ts'
import { backupState, isBeingVerified, listBackups } from '#app/operations/backups/backup.server.ts'
import { databaseFacts, integrityState } from '#app/operations/backups/database-facts.server.ts'
import { settingActions } from '#app/settings/ui/save-settings.server.ts'
import { databaseSections } from '#app/settings/ui/sections/database.server.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import type { Route } from './+types/database'
import { backupActions, databasePage } from './backup-actions.server.ts'
import { DatabaseFactsPanel } from './backup-facts.tsx'

export const handle: LiveHandle = { live: ['backups'] }

export async function loader() {
  const { runningSince, failure } = backupState()
  const backups = await listBackups()
  return {
    view: settingsView(databaseSections),
    facts: await databaseFacts(),
    integrity: integrityState(),
    backups: backups.map((backup) => ({ ...backup, looking: isBeingVerified(backup) })),
    runningSince,
    failure,
  }
}

const perform = intents({
  ...settingActions(databaseSections, databasePage),
  ...backupActions,
})

export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), { context })
}

/** Below the settings, and so what browsers load after them. */
const BackupList = lazy(async () => ({ default: (await import('./backup-list.tsx')).BackupList }))

export default function DatabaseSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { view, facts, integrity, backups, runningSince, failure } = loaderData
  return (
    <SettingsPage tab="database">
      <DatabaseFactsPanel facts={facts} {...integrity} />
      <SettingsSections view={view} answer={actionData} />
      {facts.server === null && (
        <Suspense>
          <BackupList backups={backups} runningSince={runningSince} failure={failure} />
        </Suspense>
      )}
    </SettingsPage>
  )
}
