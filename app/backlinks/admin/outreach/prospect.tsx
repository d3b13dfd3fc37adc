import { Form, Link } from 'react-router'
import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { listAudit } from '#app/audit/audit.server.ts'
import { RecordHistory } from '#app/audit/ui/record-history.tsx'
import { tellLine } from '#app/audit/ui/told-line.server.ts'
import {
  backlinkHref,
  campaignHref,
  deleteOutreachHref,
  optOutsPath,
} from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { stateTexts } from '#app/backlinks/admin/links/backlink-texts.ts'
import { isOptedOut } from '#app/backlinks/opt-out.server.ts'
import { findProspect } from '#app/backlinks/prospect.server.ts'
import { env } from '#app/env.server.ts'
import { foundRow } from '#app/http/refusals.ts'
import { settings } from '#app/settings/settings.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { CalendarDay } from '#app/ui/admin/date-time.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { Columns, panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { link } from '#app/ui/link.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/prospect'
import { changeProspect } from './change-prospect.server.ts'
import { ProspectFieldSet } from './outreach-fields.tsx'
import { filledTemplate, TemplatePanel } from './outreach-template.tsx'
import { NextStep, Won } from './prospect-steps.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const prospect = await foundRow(params.id, findProspect)
  const optedOut = await isOptedOut(prospect)
  const values = {
    siteName: settings().siteName,
    siteAddress: env.APP_URL,
    yourName: context.get(adminContext).user.name,
  }
  const objectId = `prospect-${prospect.id}`
  return {
    prospect,
    optedOut,
    // Whoever opted out is not to be written to, so there is no text to send.
    template: optedOut ? null : filledTemplate(prospect, values),
    history: (await listAudit({ objectId }, { limit: 8 })).lines.map((line) => tellLine(line)),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return changeProspect(await request.formData(), {
    prospect: await foundRow(params.id, findProspect),
    context,
  })
}

export default function ProspectPage({ loaderData, actionData }: Route.ComponentProps) {
  const { prospect, optedOut, template, history } = loaderData
  const { id, site, state, nextActionAt, campaignId, campaignName, backlinkId } = prospect
  const refused = (form: 'save' | 'won') => (actionData?.form === form ? actionData : {})
  return (
    <>
      <PageHead title={site} back={{ href: campaignHref(campaignId), label: campaignName }}>
        <a className={button({ look: 'quiet' })} href={`https://${site}/`} rel="noreferrer">
          Open the site
        </a>
        <Link className={button({ look: 'danger-quiet' })} to={deleteOutreachHref('prospect', id)}>
          Delete…
        </Link>
      </PageHead>
      {optedOut && (
        <Callout tone="bad">
          <span>
            This site or contact asked not to be written to.{' '}
            <Link className={link} to={optOutsPath}>
              Opt-outs
            </Link>
          </span>
        </Callout>
      )}
      <section className={panel()} aria-label="At a glance">
        <FactList>
          <Fact name="State">
            <StatusBadge {...stateTexts[state]} />
          </Fact>
          <Fact name="Next action">
            {nextActionAt === null ? '—' : <CalendarDay at={nextActionAt} />}
          </Fact>
          <Fact name="Backlink">
            {backlinkId === null ? (
              '—'
            ) : (
              <Link className={link} to={backlinkHref(backlinkId)}>
                Open the backlink
              </Link>
            )}
          </Fact>
        </FactList>
      </section>
      <Columns>
        <div className="grid grid-cols-1 gap-5">
          <NextStep prospect={prospect} optedOut={optedOut} />
          {template !== null && <TemplatePanel {...template} to={prospect.contactEmail} />}
          <Won prospect={prospect} refused={refused('won')} />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <Form method="post" className={panel()} aria-labelledby="details">
            <Subtitle id="details">Details</Subtitle>
            <ProspectFieldSet values={prospect} {...refused('save')} />
            <div className="flex flex-wrap items-center gap-2">
              <SubmitButton intent="save">Save</SubmitButton>
            </div>
          </Form>
          <RecordHistory lines={history} object={`prospect-${id}`} />
        </div>
      </Columns>
    </>
  )
}
