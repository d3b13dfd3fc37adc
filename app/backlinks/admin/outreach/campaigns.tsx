import { Form, Link, redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import {
  campaignHref,
  optOutsPath,
  prospectHref,
  templatesPath,
} from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { countText, states, stateTexts } from '#app/backlinks/admin/links/backlink-texts.ts'
import { type Campaign, createCampaign, listCampaigns } from '#app/backlinks/campaign.server.ts'
import { dueProspects, type Prospect } from '#app/backlinks/prospect.server.ts'
import { refuse } from '#app/http/form.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { button } from '#app/ui/admin/button.ts'
import { CalendarDay } from '#app/ui/admin/date-time.tsx'
import { Records } from '#app/ui/admin/facts.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { Columns, Panel, panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { link } from '#app/ui/link.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/campaigns'
import { BacklinkTabs } from './backlink-tabs.tsx'
import { CampaignFieldSet, firstTemplate } from './outreach-fields.tsx'
import { readCampaignForm } from './outreach-forms.server.ts'

export async function loader() {
  const [campaigns, due] = await Promise.all([listCampaigns(), dueProspects(100)])
  return { campaigns, due }
}

export async function action({ request, context }: Route.ActionArgs) {
  const read = readCampaignForm(await request.formData())
  if (read.fields === null) return refuse('new', read)
  const id = await createCampaign(read.fields, actorOf(context))
  if (id === null) return refuse('new', read, { name: 'Another campaign has this name.' })
  return redirect(campaignHref(id))
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function Campaigns({ loaderData, actionData }: Route.ComponentProps) {
  const { campaigns, due } = loaderData
  return (
    <>
      <PageHead
        title="Outreach campaigns"
        lead="Sites to ask for a link, how far you’ve got with each, and when to follow up."
      >
        <Link className={button({ look: 'quiet' })} to={templatesPath}>
          Templates
        </Link>
        <Link className={button({ look: 'quiet' })} to={optOutsPath}>
          Opt-outs
        </Link>
      </PageHead>
      <BacklinkTabs current="outreach" due={due.all} />
      <Columns>
        <div className="grid grid-cols-1 gap-5">
          <Panel titleId="campaigns" title="Campaigns">
            {campaigns.length === 0 ? (
              <p className="text-muted">
                None yet. A campaign keeps a list of sites to ask for a link, and tells you when to
                write again.
              </p>
            ) : (
              <Records>
                {campaigns.map((campaign) => (
                  <CampaignRecord key={campaign.id} campaign={campaign} />
                ))}
              </Records>
            )}
          </Panel>
          <Form method="post" className={panel()} aria-labelledby="new">
            <Subtitle id="new">New campaign</Subtitle>
            <CampaignFieldSet values={{ templateId: firstTemplate }} {...actionData} />
            <div className="flex flex-wrap items-center gap-2">
              <SubmitButton>Start the campaign</SubmitButton>
            </div>
          </Form>
        </div>
        <div className="grid grid-cols-1 gap-5">
          <Panel titleId="due" title={due.all === 0 ? 'Due now' : `Due now (${figure(due.all)})`}>
            <DueList {...due} />
          </Panel>
        </div>
      </Columns>
    </>
  )
}

/** Prospects whose next action is due today or overdue. */
function DueList({ all, first }: { all: number; first: Prospect[] }) {
  if (first.length === 0) return <p className="text-muted">Nothing is due.</p>
  const more = all - first.length
  return (
    <>
      <Records>
        {first.map(({ id, site, state, nextActionAt, campaignName }) => (
          <li key={id} className="flex items-center justify-between gap-4">
            <div>
              <Link className={`${link} font-semibold`} to={prospectHref(id)}>
                {site}
              </Link>
              <p className="mt-1 text-xs text-muted">
                {campaignName}
                {nextActionAt !== null && (
                  <>
                    , due <CalendarDay at={nextActionAt} />
                  </>
                )}
              </p>
            </div>
            <StatusBadge {...stateTexts[state]} />
          </li>
        ))}
      </Records>
      {more > 0 && <p className="text-muted">{`And ${figure(more)} more.`}</p>}
    </>
  )
}

function CampaignRecord({ campaign }: { campaign: Campaign }) {
  const { id, name, counts, closedAt } = campaign
  const stands = states.filter((state) => counts[state] > 0)
  return (
    <li>
      <p className="flex flex-wrap items-center gap-2">
        <Link className={`${link} font-semibold`} to={campaignHref(id)}>
          {name}
        </Link>
        {closedAt !== null && <Badge>Closed</Badge>}
      </p>
      <p className="flex flex-wrap gap-x-3.5 gap-y-1 text-xs text-muted">
        <span>{countText(counts.all, 'prospect')}</span>
        {stands.map((state) => (
          <span key={state}>{`${stateTexts[state].label} ${counts[state]}`}</span>
        ))}
      </p>
    </li>
  )
}
