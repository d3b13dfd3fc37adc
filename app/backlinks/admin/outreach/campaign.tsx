import { Form, Link, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf, adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import {
  backlinkHref,
  campaignHref,
  campaignsPath,
  deleteOutreachHref,
  prospectHref,
} from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { countText, states, stateTexts } from '#app/backlinks/admin/links/backlink-texts.ts'
import { prospectProblem } from '#app/backlinks/admin/prospect/prospect-problem.ts'
import {
  type Campaign,
  closeCampaign,
  findCampaign,
  updateCampaign,
} from '#app/backlinks/campaign.server.ts'
import { addProspect, listProspects, type Prospect } from '#app/backlinks/prospect.server.ts'
import { refuse } from '#app/http/form.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { foundRow } from '#app/http/refusals.ts'
import { figure } from '#app/i18n/figure-text.ts'
import type { ListAddress } from '#app/lists/list-address.ts'
import { button } from '#app/ui/admin/button.ts'
import { CalendarDay } from '#app/ui/admin/date-time.tsx'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { type Column, DataTable, List, RowLink } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import { Columns, panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { link } from '#app/ui/link.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { ownList } from '#app/views/own-list.server.ts'
import { rowsPerPage } from '#app/views/own-list.ts'
import type { Route } from './+types/campaign'
import { CampaignFieldSet, ProspectFieldSet } from './outreach-fields.tsx'
import { readCampaignForm, readProspectForm } from './outreach-forms.server.ts'

const Query = z.object({
  state: z.enum(['all', ...states]).catch('all'),
  cursor: z.coerce.number().int().min(0).catch(0),
})

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const [campaign, own] = await Promise.all([
    foundRow(params.id, findCampaign),
    ownList(context.get(adminContext).user.id, 'prospects'),
  ])
  const { state, cursor } = Query.parse(Object.fromEntries(url.searchParams))
  const list: ListAddress = {
    path: campaignHref(campaign.id),
    query: {
      ...(state !== 'all' && { state }),
      ...(cursor > 0 && { cursor: String(cursor) }),
    },
  }
  const page = await listProspects(campaign.id, { state, after: cursor }, rowsPerPage(own))
  return { campaign, state, list, own, ...page }
}

type Sent = { campaign: Campaign; context: Route.ActionArgs['context'] }

const perform = intents({
  async add(form: FormData, { campaign, context }: Sent) {
    const read = readProspectForm(form)
    if (read.fields === null) return refuse('add', read)
    const result = await addProspect(campaign.id, read.fields, actorOf(context))
    if (!result.ok) return refuse('add', read, { site: prospectProblem(result) })
    const text = `${read.fields.site} is added.`
    await context.get(sessionContext).flash('success', text)
    return redirect(campaignHref(campaign.id))
  },
  async save(form: FormData, { campaign, context }: Sent) {
    const read = readCampaignForm(form)
    if (read.fields === null) return refuse('save', read)
    if (!(await updateCampaign(campaign, read.fields, actorOf(context)))) {
      return refuse('save', read, { name: 'Another campaign has this name.' })
    }
    await context.get(sessionContext).flash('success', `${read.fields.name} is saved.`)
    return redirect(campaignHref(campaign.id))
  },
  close: (_form: FormData, sent: Sent) => setClosed(sent, true),
  reopen: (_form: FormData, sent: Sent) => setClosed(sent, false),
})

export async function action({ request, params, context }: Route.ActionArgs) {
  return perform(await request.formData(), {
    campaign: await foundRow(params.id, findCampaign),
    context,
  })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

async function setClosed({ campaign, context }: Sent, isClosed: boolean) {
  await closeCampaign(campaign.id, isClosed, actorOf(context))
  return redirect(campaignHref(campaign.id))
}

const columns: Column<Prospect>[] = [
  {
    key: 'site',
    label: 'Site',
    look: 'even',
    cell: ({ id, site }) => <RowLink to={prospectHref(id)}>{site}</RowLink>,
  },
  {
    key: 'contact',
    label: 'Contact',
    look: 'line',
    phone: 'under',
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
    phone: 'end',
    cell: ({ state }) => <StatusBadge {...stateTexts[state]} />,
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
    roomy: true,
    cell: ({ backlinkId }) =>
      backlinkId === null ? (
        '—'
      ) : (
        <Link className={link} to={backlinkHref(backlinkId)}>
          Open
        </Link>
      ),
  },
]

export default function CampaignPage({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, prospects, next, list, own, state } = loaderData
  const { id, name, closedAt, counts, templateId } = campaign
  const refusedForm = (form: 'add' | 'save') => (actionData?.form === form ? actionData : {})
  return (
    <>
      <PageHead
        title={name}
        tabTitle={null}
        lead={`${countText(counts.all, 'prospect')}, ${figure(counts.won)} won${closedAt === null ? '' : '. The campaign is closed, so nothing is due.'}`}
        back={{ href: campaignsPath, label: 'Campaigns' }}
      >
        <Form method="post" className="flex flex-wrap items-center gap-2">
          <SubmitButton look="quiet" intent={closedAt === null ? 'close' : 'reopen'}>
            {closedAt === null ? 'Close the campaign' : 'Reopen the campaign'}
          </SubmitButton>
          <Link
            className={button({ look: 'danger-quiet' })}
            to={deleteOutreachHref('campaign', id)}
          >
            Delete…
          </Link>
        </Form>
      </PageHead>
      <ListFrame
        title={name}
        row="prospect"
        list={list}
        own={own}
        columns={columns}
        page={{ next }}
        shown={prospects.length}
        status={{
          name: 'state',
          label: 'State',
          value: state,
          options: states,
          texts: stateTexts,
          counts,
        }}
        empty={
          <EmptyState
            title="No prospects"
            text={
              counts.all === 0
                ? 'Add the first site below.'
                : 'Choose another state to see the others.'
            }
          />
        }
      >
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
      </ListFrame>
      <Columns>
        <Form method="post" className={panel()} aria-labelledby="add">
          <Subtitle id="add">Add a prospect</Subtitle>
          <ProspectFieldSet values={{ templateId }} {...refusedForm('add')} />
          <div className="flex flex-wrap items-center gap-2">
            <SubmitButton intent="add">Add the prospect</SubmitButton>
          </div>
        </Form>
        <Form method="post" className={panel()} aria-labelledby="details">
          <Subtitle id="details">The campaign</Subtitle>
          <CampaignFieldSet values={campaign} {...refusedForm('save')} />
          <div className="flex flex-wrap items-center gap-2">
            <SubmitButton look="quiet" intent="save">
              Save
            </SubmitButton>
          </div>
        </Form>
      </Columns>
    </>
  )
}
