import { ExternalLink, Pencil, Plus, Radar, Trash2, Upload } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { href, Link, redirect } from 'react-router'
import { actorOf, adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { BacklinkTabs } from '#app/backlinks/admin/outreach/backlink-tabs.tsx'
import {
  type Backlink,
  countBacklinks,
  lostBacklinks,
  noteLostBacklinks,
} from '#app/backlinks/backlink.server.ts'
import { requestChecks } from '#app/backlinks/check.server.ts'
import { listBacklinks, parseBacklinkQuery } from '#app/backlinks/list.server.ts'
import { dueProspects } from '#app/backlinks/prospect.server.ts'
import { backOrStay } from '#app/http/back-or-stay.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { listAddress, redirectTo, viewHref } from '#app/lists/list-address.ts'
import { inBackground } from '#app/live/in-background.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { DropButton, DropLine, DropLink, DropMenu } from '#app/ui/admin/drop-menu.tsx'
import { StayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { DataTable } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { ExportLink, ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { RefreshLink } from '#app/ui/admin/live/working.tsx'
import { ownList } from '#app/views/own-list.server.ts'
import { rowsPerPage } from '#app/views/own-list.ts'
import type { Route } from './+types/backlinks'
import { authorityBand } from './authority.tsx'
import { columns } from './backlink-columns.tsx'
import { RowIds } from './backlink-form.server.ts'
import {
  backlinkHref,
  backlinksPath,
  deleteBacklinkHref,
  importPath,
  newBacklinkPath,
} from './backlink-hrefs.ts'
import { countText, statuses, statusTexts } from './backlink-texts.ts'

export const handle: LiveHandle = { live: ['checks', 'bulk'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = parseBacklinkQuery(url.searchParams)
  const list = listAddress(backlinksPath, query, 'acquired')
  const [own, counts, lost, due] = await Promise.all([
    ownList(context.get(adminContext).user.id, 'backlinks'),
    countBacklinks(),
    lostBacklinks(5),
    dueProspects(0),
  ])
  const page = await listBacklinks({ ...query, pageSize: rowsPerPage(own) }, counts)
  const other = redirectTo(list, page.backlinks.length)
  if (other !== null) throw redirect(other)
  return {
    query,
    list,
    own,
    page,
    counts,
    lost,
    due: due.all,
  }
}

type Sent = Pick<Route.ActionArgs, 'context'>

const perform = intents({ note: noteLost, check: checkNow })

export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), { context })
}

async function noteLost(form: FormData, { context }: Sent): Promise<Response | null> {
  const ids = RowIds.safeParse(form.getAll('id'))
  const id = ids.success ? (ids.data[0] ?? null) : null
  const noted = await noteLostBacklinks(actorOf(context), id)
  const { flash } = context.get(sessionContext)
  if (noted > 0) await flash('success', 'It’s no longer shown as new.')
  return backOrStay(form, backlinksPath, null)
}

async function checkNow(form: FormData, { context }: Sent): Promise<Response | null> {
  const { flash } = context.get(sessionContext)
  const ids = RowIds.safeParse(form.getAll('id'))
  if (!ids.success) {
    const none = form.getAll('id').length === 0
    await flash('error', none ? 'Select at least one backlink first.' : 'That couldn’t be done.')
    return backOrStay(form, backlinksPath, null)
  }
  const result = await requestChecks(ids.data, actorOf(context))
  if (!result.ok) {
    await flash('error', 'Too many checks are already waiting. Try again in a while.')
  } else if (result.requested === 0) {
    await flash('error', 'They were already gone.')
  } else {
    await flash(
      'info',
      `Checking ${countText(result.requested, 'link')}. Results appear here as they arrive.`,
    )
    inBackground('checks', async () => {
      const counts = await result.done
      const found = statuses.flatMap((status) => {
        const count = counts[status] ?? 0
        return count === 0 ? [] : [`${figure(count)} ${statusTexts[status].label.toLowerCase()}`]
      })
      await flash('success', `Checked ${countText(result.requested, 'link')}: ${found.join(', ')}.`)
    })
  }
  return backOrStay(form, backlinksPath, null)
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

/** Static, so they load after the links. */
const loadCards = () => import('#app/ui/admin/charts/stat-card.tsx')
const StatCards = lazy(async () => ({ default: (await loadCards()).StatCards }))
const StatCard = lazy(async () => ({ default: (await loadCards()).StatCard }))

/** Rarely shown. */
const LostNote = lazy(async () => ({ default: (await import('./lost-note.tsx')).LostNote }))

export default function Backlinks({ loaderData }: Route.ComponentProps) {
  const { query, list, own, page, counts, lost, due } = loaderData
  const average = counts.averageAuthority
  const back = viewHref(list)
  return (
    <>
      <PageHead title="Backlinks" tabTitle={null} lead="Pages that link here, checked once a week.">
        <Link className={button({ look: 'quiet' })} to={importPath}>
          <Upload aria-hidden="true" size={17} />
          Import CSV
        </Link>
        <ExportLink list={list} />
        <Link className={button()} to={newBacklinkPath}>
          <Plus aria-hidden="true" size={17} />
          New backlink
        </Link>
      </PageHead>
      <BacklinkTabs current="links" due={due} />
      <Suspense>
        <StatCards>
          <StatCard label="Total backlinks" value={figure(counts.all)} href={backlinksPath} />
          <StatCard
            label="Active"
            value={figure(counts.active)}
            note={`${figure(counts.pending)} pending`}
            href={`${backlinksPath}?status=active`}
          />
          <StatCard
            label="Lost and broken"
            value={figure(counts.lost + counts.broken)}
            note={`${figure(counts.lost)} lost, ${figure(counts.broken)} broken`}
          />
          <StatCard
            label="Average authority"
            value={average === null ? '—' : average.toFixed(1)}
            note={average === null ? 'No backlinks yet' : authorityBand(average).label}
          />
        </StatCards>
      </Suspense>
      <Suspense>
        {lost.all > 0 && <LostNote all={lost.all} first={lost.first} back={back} />}
      </Suspense>
      <ListFrame
        title="Backlinks"
        row="backlink"
        list={list}
        own={own}
        page={page}
        shown={page.backlinks.length}
        search={{ label: 'Search by domain or anchor text', value: query.search }}
        status={{ value: query.status, options: statuses, texts: statusTexts, counts }}
        columns={columns}
        order={{ by: query.sort, direction: query.direction, defaultBy: 'acquired' }}
        empty={<NoBacklinks all={counts.all} />}
        bulk={{
          id: 'selected-backlinks',
          rowIds: page.backlinks.map(({ id }) => String(id)),
          matching: 'backlinks',
          action: backlinksPath,
          actions: [
            { value: 'check', label: 'Check now' },
            {
              value: 'delete',
              label: 'Delete…',
              danger: true,
              confirm: href('/admin/backlinks/delete'),
            },
          ],
        }}
      >
        <DataTable
          caption="Backlinks"
          list={list}
          sort={{ by: query.sort, direction: query.direction }}
          columns={columns}
          rows={page.backlinks}
          rowId={({ id }) => String(id)}
          rowName={({ domain }) => domain}
          menu={(backlink) => <BacklinkMenu backlink={backlink} back={back} />}
        />
      </ListFrame>
      {page.backlinks.some(({ checking }) => checking) && <RefreshLink href={back} />}
    </>
  )
}

function BacklinkMenu({ backlink, back }: { backlink: Backlink; back: string }) {
  const { id, domain, url } = backlink
  return (
    <DropMenu label={`Actions for ${domain}`}>
      <DropLink href={backlinkHref(id)} icon={Pencil}>
        Details and edit
      </DropLink>
      <DropLink href={url} icon={ExternalLink}>
        Open the page
      </DropLink>
      <StayForm name={`backlink ${id}`} action={backlinksPath}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="back" value={back} />
        <DropButton intent="check" icon={Radar}>
          Check now
        </DropButton>
      </StayForm>
      <DropLine />
      <DropLink href={deleteBacklinkHref(id, back)} icon={Trash2} danger>
        Delete
      </DropLink>
    </DropMenu>
  )
}

function NoBacklinks({ all }: { all: number }) {
  return all === 0 ? (
    <EmptyState
      title="No backlinks yet"
      text="Add pages that link here, or import a list. You’re told when a link is gone."
    >
      <Link className={button()} to={newBacklinkPath}>
        New backlink
      </Link>
      <Link className={button({ look: 'quiet' })} to={importPath}>
        Import CSV
      </Link>
    </EmptyState>
  ) : (
    <EmptyState title="No backlinks match" text="Try fewer letters, or remove a filter.">
      <Link className={button({ look: 'quiet' })} to={backlinksPath}>
        Show all backlinks
      </Link>
    </EmptyState>
  )
}
