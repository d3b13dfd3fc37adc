import { data, Form, Link, redirect, useLocation } from 'react-router'
import { actorOf, adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import {
  decodeCsv,
  editableBytes,
  type ImportLine,
  importMaxBytes,
  keepImport,
  previewImport,
  runImport,
  takeImport,
} from '#app/backlinks/import.server.ts'
import { csvColumns } from '#app/backlinks/import-table.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { fieldBox, fieldLabel } from '#app/ui/admin/forms/field-looks.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { type Column, DataTable, List } from '#app/ui/admin/lists/data-table.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { FormFields, TextField } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/import-backlinks'
import { backlinksPath, importPath } from './backlink-hrefs.ts'
import { countText } from './backlink-texts.ts'

const back = { href: backlinksPath, label: 'Backlinks' }

export function loader() {
  return { columns: Object.values(csvColumns), maxBytes: importMaxBytes }
}

type Sent = { csv: string; context: Route.ActionArgs['context'] }

const perform = intents({
  async preview(_form: FormData, { csv, context }: Sent) {
    if (csv.trim() === '') return refused(csv, 'Choose a file, or paste its content.')
    const preview = await previewImport(csv)
    if (!preview.ok) return refused(csv, preview.problem)
    const { lines, ignoredColumns } = preview
    const count = (kind: ImportLine['state']['kind']) =>
      lines.filter(({ state }) => state.kind === kind).length
    const counts = { new: count('new'), known: count('known'), wrong: count('wrong') }
    // If not every line is shown, those with problems come first.
    const first =
      lines.length <= mostShown
        ? lines
        : [...lines].sort((a, b) => rank(a) - rank(b) || a.line - b.line).slice(0, mostShown)
    const isKept = Buffer.byteLength(csv) > editableBytes
    if (isKept) await keepImport(context.get(adminContext).user.id, csv)
    return data({
      csv: isKept ? null : csv,
      problems: {},
      preview: { ignoredColumns, counts, lines: first.map(shown) },
    })
  },
  edit: (_form: FormData, { csv }: Sent) => data({ csv, preview: null, problems: {} }),
  async import(_form: FormData, { csv, context }: Sent) {
    const result = await runImport(csv, actorOf(context))
    if (!result.ok) return refused(csv, result.problem)
    const known = result.known > 0 ? ` ${result.known} were there by now.` : ''
    const text = `${countText(result.added, 'backlink')} imported.${known}`
    await context.get(sessionContext).flash('success', text)
    return redirect(back.href)
  },
})

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => null)
  if (form === null) return refused('', 'The upload wasn’t completed. Try again.')
  const csv = await csvOf(form, context.get(adminContext).user.id)
  if (csv === null) {
    return refused('', 'This isn’t readable text. Save the table as “CSV UTF-8”.')
  }
  return perform(form, { csv, context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

import { useHold } from '#app/ui/hold.ts'

function refused(csv: string, problem: string) {
  const typed = Buffer.byteLength(csv) > editableBytes ? '' : csv
  return data({ csv: typed, preview: null, problems: { csv: problem } }, { status: 400 })
}

/** Returns the chosen or kept file, else the typed text. Returns null if the file isn't text. */
async function csvOf(form: FormData, userId: string): Promise<string | null> {
  if (form.has('kept')) return (await takeImport(userId)) ?? ''
  const file = form.get('file')
  if (file instanceof File && file.size > 0) return decodeCsv(await file.bytes())
  return String(form.get('csv') ?? '').slice(0, importMaxBytes + 1)
}

type ShownLine = Omit<ImportLine, 'state'> & {
  state: 'new' | 'known' | 'wrong'
  problems: string[]
}

const mostShown = 200
const rank = ({ state }: ImportLine) => ['wrong', 'new', 'known'].indexOf(state.kind)

function shown({ line, url, state }: ImportLine): ShownLine {
  const problems = state.kind === 'wrong' ? state.problems : []
  return { line, url, state: state.kind, problems }
}

export default function ImportBacklinks({ loaderData, actionData }: Route.ComponentProps) {
  const { key } = useLocation()
  const preview = actionData?.preview ?? null
  if (preview !== null) return <Preview csv={actionData?.csv ?? null} {...preview} />
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <PageHead title="Import backlinks" back={back} />
      {/* Keyed, or a file chosen earlier would win over the text corrected since. */}
      <Form key={key} method="post" encType="multipart/form-data" className={panel()}>
        <div>
          <p>
            A CSV file whose first line names the columns: exports from this list, Ahrefs, Semrush,
            Moz, Majestic and Search Console work unchanged. Our own columns are:
          </p>
          <p className="mt-1 text-xs text-muted">
            <code>{loaderData.columns.join(', ')}</code>
          </p>
          <p className="mt-1 text-xs text-muted">
            Up to 10 MB. You’ll see any errors before anything is saved. New links are checked right
            away.
          </p>
        </div>
        <div>
          <label className={fieldLabel} htmlFor="file">
            File
          </label>
          <input
            id="file"
            className={fieldBox({ kind: 'file' })}
            type="file"
            name="file"
            accept=".csv,text/csv,text/plain"
            onChange={({ currentTarget: field }) => {
              const { size = 0 } = field.files?.[0] ?? {}
              // The server closes the connection on more, which reads like a lost one.
              const isOver = size > loaderData.maxBytes
              field.setCustomValidity(isOver ? 'This file is over 10 MB. Split it in parts.' : '')
              field.reportValidity()
            }}
          />
        </div>
        <FormFields values={{ csv: actionData?.csv ?? '' }} problems={actionData?.problems}>
          <TextField label="Or its content" name="csv" rows={8} />
        </FormFields>
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton intent="preview">Preview the import</SubmitButton>
          <Link className={button({ look: 'quiet' })} to={back.href}>
            Cancel
          </Link>
        </div>
      </Form>
    </div>
  )
}

const results = {
  new: { tone: 'good', text: 'Will be added' },
  known: { tone: 'quiet', text: 'Already in the list' },
  wrong: { tone: 'bad', text: 'Can’t be added' },
} as const

const columns: Column<ShownLine>[] = [
  { key: 'line', label: 'Line', look: 'tight', cell: ({ line }) => `Line ${line}` },
  {
    key: 'state',
    label: 'What happens',
    look: 'tight',
    cell: ({ state }) => (
      <StatusBadge tone={results[state].tone}>{results[state].text}</StatusBadge>
    ),
  },
  { key: 'url', label: 'Address', look: 'wide', cell: ({ url }) => url || '—' },
  {
    key: 'problems',
    label: 'Problem',
    look: 'wide',
    cell: ({ problems }) =>
      problems.length === 0 ? (
        '—'
      ) : (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ),
  },
]

function Preview({
  csv,
  counts,
  lines,
  ignoredColumns,
}: {
  /** Null for a large file, which is kept on the server. */
  csv: string | null
  counts: Record<ShownLine['state'], number>
  lines: ShownLine[]
  ignoredColumns: string[]
}) {
  const { new: added, wrong, known } = counts
  const hidden = added + wrong + known - lines.length
  useHold(true)
  return (
    <>
      <PageHead
        title="Import backlinks: preview"
        back={{ href: importPath, label: 'Another file' }}
        lead={`${countText(added, 'line')} will be added, ${figure(known)} already in the list, ${figure(wrong)} with errors.`}
      />
      {ignoredColumns.length > 0 && (
        <p className="text-muted">{`Ignored columns: ${ignoredColumns.join(', ')}`}</p>
      )}
      <Form
        method="post"
        encType="multipart/form-data"
        className="flex flex-wrap items-center gap-2"
      >
        {csv === null ? (
          <input type="hidden" name="kept" value="yes" />
        ) : (
          <input type="hidden" name="csv" value={csv} />
        )}
        {added > 0 && (
          <SubmitButton intent="import">
            {wrong > 0
              ? `Import ${countText(added, 'good line')}, leave out the rest`
              : `Import ${countText(added, 'line')}`}
          </SubmitButton>
        )}
        {csv !== null && (
          <SubmitButton look="quiet" intent="edit">
            Change the text
          </SubmitButton>
        )}
        <Link className={button({ look: 'quiet' })} to={backlinksPath}>
          Cancel
        </Link>
      </Form>
      {hidden > 0 && (
        <p className="text-muted">{`Errors come first. ${countText(hidden, 'more line')} not shown.`}</p>
      )}
      <List>
        <DataTable
          caption="Lines of the file"
          list={{ path: importPath, query: {} }}
          columns={columns}
          rows={lines}
          rowId={({ line }) => String(line)}
          rowName={({ line }) => `Line ${line}`}
        />
      </List>
    </>
  )
}
