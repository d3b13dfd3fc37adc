import { Form, href } from 'react-router'
import type { DatabaseFacts, IntegrityCheck } from '#app/backups/database-facts.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { RefreshLink, Working } from '#app/ui/admin/live/working.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'

const here = `${href('/admin/settings/database')}#integrity`
export function DatabaseFactsPanel({
  facts: { version, server, bytes, file, counts },
  last,
  checkingSince,
}: {
  facts: DatabaseFacts
  last: IntegrityCheck | null
  checkingSince: number | null
}) {
  return (
    <Panel id="integrity" titleId="integrity-title" title="The database">
      <FactList>
        {file === null ? (
          <>
            <Fact name="Server">{version}</Fact>
            <Fact name="Address">{server}</Fact>
            <Fact name="Size">{formatBytes(bytes, 'en')}</Fact>
          </>
        ) : (
          <>
            <Fact name="File">{formatBytes(bytes, 'en')}</Fact>
            <Fact name="Log (WAL)">{formatBytes(file.logBytes, 'en')}</Fact>
            <Fact name="Unused in the file">{formatBytes(file.unusedBytes, 'en')}</Fact>
          </>
        )}
        {counts.map(({ table, label, rows, exact }) => (
          <Fact key={table} name={label}>
            {exact ? figure(rows) : `about ${figure(rows)}`}
          </Fact>
        ))}
      </FactList>
      {file === null ? (
        <ServerBackups />
      ) : (
        <Form method="post" action={here} className="flex flex-wrap items-center gap-2">
          <SubmitButton look="quiet" intent="check" resting={checkingSince !== null}>
            Check integrity
          </SubmitButton>
          <CheckState last={last} checkingSince={checkingSince} />
        </Form>
      )}
    </Panel>
  )
}

function ServerBackups() {
  return (
    <>
      <p>
        The database is on a server, which is backed up with its own tools. Run this every day where
        the password is known, and test that you can restore the result:
      </p>
      <pre className="rounded-lg bg-sunken p-3 text-sm whitespace-pre-wrap">
        {'pg_dump --format=custom --no-unlogged-table-data --file=cleanclip.dump "$DATABASE_URL"'}
      </pre>
    </>
  )
}

function CheckState({
  last,
  checkingSince,
}: {
  last: IntegrityCheck | null
  checkingSince: number | null
}) {
  return (
    <span>
      <span role="status">
        {checkingSince !== null ? (
          <Working>Reading every page,</Working>
        ) : last === null ? (
          'Not checked since the server started.'
        ) : (
          <StatusBadge tone={last.problem === null ? 'good' : 'bad'}>
            {last.problem ?? 'Intact'}
          </StatusBadge>
        )}
      </span>{' '}
      {/* Outside of what is announced: the times change by themselves. */}
      {checkingSince !== null ? (
        <>
          started <DateTime at={checkingSince} as="ago" /> <RefreshLink href={here} />
        </>
      ) : (
        last !== null &&
        (last.problem === null ? <DateTime at={last.at} as="ago" /> : 'Restore a backup.')
      )}
    </span>
  )
}
