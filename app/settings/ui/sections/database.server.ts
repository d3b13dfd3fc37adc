import type { SettingSection } from '#app/settings/ui/fields.ts'
import { files } from '#db/engine.ts'

function retention(poolHint: string): SettingSection {
  return {
    title: 'Data retention',
    fields: [
      {
        kind: 'number',
        name: 'retentionDays',
        label: 'Retention',
        unit: 'days',
        hint: 'Deletes posts, and their history, after this many days without a look-up.',
      },
      {
        kind: 'number',
        name: 'databasePoolSize',
        label: 'Pool size',
        unit: 'connections',
        hint: poolHint,
      },
    ],
  }
}

const backup: SettingSection = {
  title: 'Daily backup',
  fields: [
    { kind: 'switch', name: 'automaticBackup', label: 'Make a backup every day' },
    {
      kind: 'text',
      type: 'time',
      name: 'backupTime',
      label: 'Backup time',
      hint: 'In the site’s time zone.',
      problem: 'Enter a time from 00:00 to 23:59.',
    },
    {
      kind: 'number',
      name: 'backupsKept',
      label: 'Backups kept',
      unit: 'backups',
      hint: 'Older backups are deleted.',
    },
  ],
}

export const databaseSections: SettingSection[] =
  files === null
    ? [retention('How many connections each process can open to the database server.')]
    : [
        retention('Connections to a database server. The SQLite file in use now needs none.'),
        backup,
      ]
