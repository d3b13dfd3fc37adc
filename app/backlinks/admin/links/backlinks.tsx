import { Plus, Upload } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { href, Link, redirect } from 'react-router'
import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { authorityBand } from '#app/backlinks/authority-band.ts'
import { countBacklinks, lostBacklinks } from '#app/backlinks/backlink.server.ts'
import { listCampaigns } from '#app/backlinks/campaign.server.ts'
import { listBacklinks, parseBacklinkQuery } from '#app/backlinks/list.server.ts'
import { dueProspects } from '#app/backlinks/prospect.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { listAddress, redirectTo, viewHref } from '#app/lists/list-address.ts'
import { ownList } from '#app/lists/own-list.server.ts'
import { rowsPerPage } from '#app/lists/own-list.ts'
import { button } from '#app/ui/admin/button.ts'
import { StatCard, StatCards } from '#app/ui/admin/charts/stat-card.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { DataTable } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { ExportLink, ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { RefreshLink } from '#app/ui/admin/live/working.tsx'
import type { Route } from './+types/backlinks'
import { columns } from './backlink-columns.tsx'
import { backlinksPath, importPath, newBacklinkPath } from './backlink-hrefs.ts'
import { BacklinkMenu } from './backlink-menu.tsx'
import { statuses, statusTexts } from './backlink-texts.ts'
import { changeBacklinks } from './change-backlinks.server.ts'

export const handle: LiveHandle = { live: ['checks', 'bulk'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = parseBacklinkQuery(url.searchParams)
  const list = listAddress(backlinksPath, query, 'acquired')
  const own = await ownList(context.get(adminContext).user.id, 'backlinks')
  const page = await listBacklinks({ ...query, pageSize: rowsPerPage(own) })
  const other = redirectTo(list, page.backlinks.length)
  if (other !== null) throw redirect(other)
  return {
    query,
    list,
    own,
    page,
    counts: await countBacklinks(),
    lost: await lostBacklinks(5),
    due: await dueProspects(8),
    campaigns: (await listCampaigns()).slice(0, 6),
  }
}

/** What the row menus and the bar for many rows send. */
export async function action({ request, context }: Route.ActionArgs) {
  return changeBacklinks(await request.formData(), { context })
}

/** Seldom there. */
const LostNote = lazy(async () => ({ default: (await import('./lost-note.tsx')).LostNote }))
/** Below the list, and so what browsers load after it. */
const OutreachPanel = lazy(async () => ({
  default: (await import('#app/backlinks/admin/outreach/outreach-panel.tsx')).OutreachPanel,
}))

export default function Backlinks({ loaderData }: Route.ComponentProps) {
  const { query, list, own, page, counts, lost, due, campaigns } = loaderData
  const average = counts.averageAuthority
  const back = viewHref(list)
  return (
    <>
      <PageHead title="Backlinks" lead="Pages that link to this site. Each is checked once a week.">
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
      <Suspense>
        {lost.all > 0 && <LostNote all={lost.all} first={lost.first} back={back} />}
      </Suspense>
      <ListFrame
        list={list}
        own={own}
        page={page}
        shown={page.backlinks.length}
        search={{ label: 'Search by domain or anchor text', value: query.search }}
        status={{ value: query.status, options: statuses, texts: statusTexts, counts }}
        columns={columns}
        order={{ by: query.sort, direction: query.direction, usual: 'acquired' }}
        empty={<NoBacklinks all={counts.all} />}
        bulk={{
          id: 'selected-backlinks',
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
          selection="selected-backlinks"
          menu={(backlink) => <BacklinkMenu backlink={backlink} back={back} />}
        />
      </ListFrame>
      {page.backlinks.some(({ checking }) => checking) && <RefreshLink href={back} />}
      <Suspense>
        <OutreachPanel due={due} campaigns={campaigns} />
      </Suspense>
    </>
  )
}

function NoBacklinks({ all }: { all: number }) {
  return all === 0 ? (
    <EmptyState
      title="No backlinks yet"
      text="Add the pages that link to this site, or import a list of them. They’re checked once a week, and you’re told when a link is gone."
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
