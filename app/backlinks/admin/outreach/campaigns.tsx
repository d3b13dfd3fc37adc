import { Form, Link, redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import {
  backlinksPath,
  campaignHref,
  optOutsPath,
  templatesPath,
} from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { createCampaign, listCampaigns } from '#app/backlinks/campaign.server.ts'
import { dueProspects } from '#app/backlinks/prospect.server.ts'
import { refuse } from '#app/http/form.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { Records } from '#app/ui/admin/facts.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { Columns, Panel, panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/campaigns'
import { CampaignFieldSet, firstTemplate } from './outreach-fields.tsx'
import { readCampaignForm } from './outreach-forms.server.ts'
import { CampaignRecord, DueList } from './outreach-panel.tsx'

export async function loader() {
  return { campaigns: await listCampaigns(), due: await dueProspects(100) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const read = readCampaignForm(await request.formData())
  if (read.fields === null) return refuse('new', read)
  const id = await createCampaign(read.fields, actorOf(context))
  if (id === null) return refuse('new', read, { name: 'Another campaign has this name.' })
  return redirect(campaignHref(id))
}

export default function Campaigns({ loaderData, actionData }: Route.ComponentProps) {
  const { campaigns, due } = loaderData
  return (
    <>
      <PageHead
        title="Outreach campaigns"
        lead="Sites to ask for a link, how far you’ve got with each, and when to follow up."
        back={{ href: backlinksPath, label: 'Backlinks' }}
      >
        <Link className={button({ look: 'quiet' })} to={templatesPath}>
          Templates
        </Link>
        <Link className={button({ look: 'quiet' })} to={optOutsPath}>
          Opt-outs
        </Link>
      </PageHead>
      <Columns>
        <div className="grid grid-cols-1 gap-5">
          <Panel titleId="campaigns" title="Campaigns">
            {campaigns.length === 0 ? (
              <p className="text-muted">None yet.</p>
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
