import { Download, RotateCcw, ShieldCheck, Trash2 } from 'lucide-react'
import { Form, href } from 'react-router'
import type { Backup, BackupKind } from '#app/backups/backup.server.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { DropButton, DropLine, DropLink, DropMenu } from '#app/ui/admin/drop-menu.tsx'
import { fieldProblem } from '#app/ui/admin/forms/field-looks.ts'
import { type Column, DataTable, List } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { RefreshLink, Working } from '#app/ui/admin/live/working.tsx'
import { Subtitle } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'

const kindTexts: Record<BackupKind, string> = {
  automatic: 'Automatic',
  'by-hand': 'By hand',
  'before-upgrade': 'Before an upgrade',
  'before-restore': 'Before a restore',
}

const page = href('/admin/settings/database')
const here = `${page}#backups`

type ListedBackup = Backup & { looking: boolean }

const columns: Column<ListedBackup>[] = [
  { key: 'at', label: 'Made', cell: ({ at }) => <DateTime at={at} as="time" /> },
  { key: 'age', label: 'Age', look: 'tight', cell: ({ at }) => <DateTime at={at} as="ago" /> },
  { key: 'bytes', label: 'Size', look: 'end', cell: ({ bytes }) => formatBytes(bytes, 'en') },
  { key: 'kind', label: 'Kind', look: 'tight', cell: ({ kind }) => kindTexts[kind] },
  { key: 'check', label: 'Verified', look: 'wide', cell: (backup) => <Check backup={backup} /> },
]

export function BackupList({
  backups,
  runningSince,
  failure,
}: {
  backups: ListedBackup[]
  runningSince: number | null
  failure: { at: number; text: string } | null
}) {
  const busy = runningSince !== null
  return (
    <section id="backups" aria-labelledby="backups-title">
      <Subtitle id="backups-title">Backups</Subtitle>
      {failure !== null && !busy && (
        <Callout tone="bad">
          <span>
            The last backup failed <DateTime at={failure.at} as="ago" />: {failure.text}
          </span>
        </Callout>
      )}
      <Form method="post" action={here} className="flex flex-wrap items-center gap-2 my-4">
        <SubmitButton intent="back-up" resting={busy}>
          Back up now
        </SubmitButton>
        {(busy || backups.some(({ looking }) => looking)) && (
          <span>
            {busy && (
              <Working>
                <span>
                  Backing up, started <DateTime at={runningSince} as="ago" />
                </span>
              </Working>
            )}{' '}
            <RefreshLink href={here} />
          </span>
        )}
      </Form>
      {backups.length === 0 ? (
        <EmptyState
          title="No backups yet"
          text="The first automatic one is made at the time above. Making one now takes a moment."
        />
      ) : (
        <List>
          <DataTable
            caption="Backups"
            list={{ path: page, query: {} }}
            columns={columns}
            rows={backups}
            rowId={({ name }) => name}
            rowName={({ name }) => name}
            menu={(backup) => <BackupMenu backup={backup} />}
          />
        </List>
      )}
    </section>
  )
}

function Check({ backup: { check, looking } }: { backup: ListedBackup }) {
  if (looking) return <Working>Checking</Working>
  if (check === null) return <StatusBadge tone="quiet">Not yet</StatusBadge>
  return check.problem === null ? (
    <>
      <StatusBadge tone="good">Intact</StatusBadge> <DateTime at={check.at} as="ago" />
    </>
  ) : (
    <>
      <StatusBadge tone="bad">Not usable</StatusBadge>
      <p className={fieldProblem}>{check.problem}</p>
    </>
  )
}

function BackupMenu({ backup: { name } }: { backup: ListedBackup }) {
  const stepHref = (step: string) => href('/admin/settings/database/:step/:name', { step, name })
  return (
    <DropMenu label={`Actions for ${name}`}>
      <Form method="post" action={here}>
        <input type="hidden" name="name" value={name} />
        <DropButton intent="verify" icon={ShieldCheck}>
          Verify
        </DropButton>
      </Form>
      <DropLink href={stepHref('download')} icon={Download}>
        Download
      </DropLink>
      <DropLine />
      <DropLink href={stepHref('restore')} icon={RotateCcw} danger>
        Restore
      </DropLink>
      <DropLink href={stepHref('delete')} icon={Trash2} danger>
        Delete
      </DropLink>
    </DropMenu>
  )
}
