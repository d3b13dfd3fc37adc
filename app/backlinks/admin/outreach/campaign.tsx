import { data, Form, Link, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { RowId } from '#app/backlinks/admin/links/backlink-form.server.ts'
import {
  backlinkHref,
  campaignHref,
  campaignsPath,
  deleteOutreachHref,
  prospectHref,
} from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { countText, states, stateTexts } from '#app/backlinks/admin/links/backlink-texts.ts'
import {
  type Campaign,
  closeCampaign,
  findCampaign,
  updateCampaign,
} from '#app/backlinks/campaign.server.ts'
import { addProspect, listProspects, type Prospect } from '#app/backlinks/prospect.server.ts'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import { button } from '#app/ui/admin/button.ts'
import { CalendarDay } from '#app/ui/admin/date-time.tsx'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { type Column, DataTable, List, RowLink } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { Filters } from '#app/ui/admin/lists/filters.tsx'
import { Pager } from '#app/ui/admin/lists/pager.tsx'
import { Columns, panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import type { Route } from './+types/campaign'
import { CampaignFieldSet, ProspectFieldSet } from './outreach-fields.tsx'
import { readCampaignForm, readProspectForm } from './outreach-forms.server.ts'
import { prospectProblem } from './prospect-problem.ts'

const Query = z.object({
  state: z.enum(['all', ...states]).catch('all'),
  cursor: z.coerce.number().int().min(0).catch(0),
})

async function campaignOf(id: string): Promise<Campaign> {
  const parsed = RowId.safeParse(id)
  const campaign = parsed.success ? await findCampaign(parsed.data) : null
  if (campaign === null) throw data(null, { status: 404 })
  return campaign
}

export async function loader({ params, url }: Route.LoaderArgs) {
  const campaign = await campaignOf(params.id)
  const { state, cursor } = Query.parse(Object.fromEntries(url.searchParams))
  const list: ListAddress = {
    path: campaignHref(campaign.id),
    query: {
      ...(state !== 'all' && { state }),
      ...(cursor > 0 && { cursor: String(cursor) }),
    },
  }
  return { campaign, state, list, ...(await listProspects(campaign.id, { state, after: cursor })) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const campaign = await campaignOf(params.id)
  const form = await request.formData()
  const here = campaignHref(campaign.id)
  const { flash } = context.get(sessionContext)
  const actor = actorOf(context)
  switch (form.get('do')) {
    case 'add': {
      const { values, fields, problems } = readProspectForm(form)
      const refuse = (more: typeof problems) =>
        data({ form: 'add' as const, values, problems: { ...problems, ...more } }, { status: 400 })
      if (fields === null) return refuse({})
      const result = await addProspect(campaign.id, fields, actor)
      if (!result.ok) return refuse({ site: prospectProblem(result) })
      await flash('success', `${fields.site} is on the list.`)
      return redirect(here)
    }
    case 'save': {
      const { values, fields, problems } = readCampaignForm(form)
      const refuse = (more: typeof problems) =>
        data({ form: 'save' as const, values, problems: { ...problems, ...more } }, { status: 400 })
      if (fields === null) return refuse({})
      if (!(await updateCampaign(campaign, fields, actor))) {
        return refuse({ name: 'Another campaign has this name.' })
      }
      await flash('success', `${fields.name} is saved.`)
      return redirect(here)
    }
    case 'close':
    case 'reopen':
      await closeCampaign(campaign.id, form.get('do') === 'close', actor)
      return redirect(here)
    default:
      throw data(null, { status: 400 })
  }
}

const columns: Column<Prospect>[] = [
  {
    key: 'site',
    label: 'Site',
    cell: ({ id, site }) => <RowLink to={prospectHref(id)}>{site}</RowLink>,
  },
  {
    key: 'contact',
    label: 'Contact',
    look: 'line',
    cell: ({ contactName, contactEmail }) => (
      <>
        {contactName}
        {contactName !== '' && contactEmail !== '' && ', '}
        {contactEmail !== '' && <EmailText email={contactEmail} />}
        {contactName === '' && contactEmail === '' && '—'}
      </>
    ),
  },
  {
    key: 'state',
    label: 'State',
    cell: ({ state }) => (
      <StatusBadge tone={stateTexts[state].tone}>{stateTexts[state].label}</StatusBadge>
    ),
  },
  {
    key: 'next',
    label: 'Next action',
    look: 'tight',
    cell: ({ nextActionAt }) => (nextActionAt === null ? '—' : <CalendarDay at={nextActionAt} />),
  },
  {
    key: 'backlink',
    label: 'Backlink',
    look: 'tight',
    cell: ({ backlinkId }) =>
      backlinkId === null ? (
        '—'
      ) : (
        <Link className="link" to={backlinkHref(backlinkId)}>
          Open
        </Link>
      ),
  },
]

export default function CampaignPage({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, prospects, next, list, state } = loaderData
  const { id, name, closedAt, counts, templateId } = campaign
  const added = actionData?.form === 'add' ? actionData : null
  const saved = actionData?.form === 'save' ? actionData : null
  return (
    <>
      <PageHead
        title={name}
        lead={`${countText(counts.all, 'prospect')}, ${counts.won} won${closedAt === null ? '' : '. The campaign is closed: nothing is due.'}`}
        back={{ href: campaignsPath, label: 'Campaigns' }}
      >
        <Form method="post" className="flex flex-wrap items-center gap-2">
          <button
            type="submit"
            name="do"
            value={closedAt === null ? 'close' : 'reopen'}
            className={button({ look: 'quiet' })}
          >
            {closedAt === null ? 'Close the campaign' : 'Open it again'}
          </button>
          <Link
            className={button({ look: 'danger-quiet' })}
            to={deleteOutreachHref('campaign', id)}
          >
            Delete…
          </Link>
        </Form>
      </PageHead>
      <Filters
        list={list}
        choices={[
          {
            name: 'state',
            label: 'State',
            value: state,
            options: [
              { value: 'all', label: `All (${counts.all})` },
              ...states.map((value) => ({
                value,
                label: `${stateTexts[value].label} (${counts[value]})`,
              })),
            ],
          },
        ]}
      />
      {prospects.length === 0 ? (
        <EmptyState
          title="Nobody here"
          text={
            counts.all === 0
              ? 'Add the first site below.'
              : 'No prospect of this campaign is in this state.'
          }
        />
      ) : (
        <>
          <List>
            <DataTable
              caption="Prospects"
              list={list}
              columns={columns}
              rows={prospects}
              rowId={(prospect) => String(prospect.id)}
              rowName={({ site }) => site}
            />
          </List>
          <Pager
            links={{
              first: Object.hasOwn(list.query, 'cursor') ? listHref(list) : null,
              next: next === null ? null : listHref(list, { cursor: String(next) }),
            }}
          />
        </>
      )}
      <Columns>
        <Form method="post" className={panel()} aria-labelledby="add">
          <Subtitle id="add">Add a prospect</Subtitle>
          <ProspectFieldSet
            values={
              added?.values ?? {
                site: '',
                contactName: '',
                contactEmail: '',
                templateId,
                notes: '',
              }
            }
            problems={added?.problems ?? {}}
          />
          <div className="flex flex-wrap items-center gap-2">
            <button type="submit" name="do" value="add" className={button()}>
              Add the prospect
            </button>
          </div>
        </Form>
        <Form method="post" className={panel()} aria-labelledby="details">
          <Subtitle id="details">The campaign</Subtitle>
          <CampaignFieldSet values={saved?.values ?? campaign} problems={saved?.problems ?? {}} />
          <div className="flex flex-wrap items-center gap-2">
            <button type="submit" name="do" value="save" className={button()}>
              Save
            </button>
          </div>
        </Form>
      </Columns>
    </>
  )
}
