import { Form, Link } from 'react-router'
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
import { ProspectFieldSet } from '#app/backlinks/admin/outreach/outreach-fields.tsx'
import { siteDay } from '#app/backlinks/fields.server.ts'
import { isOptedOut } from '#app/backlinks/opt-out.server.ts'
import { findDraft } from '#app/backlinks/outreach-draft.server.ts'
import { listMessages } from '#app/backlinks/outreach-messages.server.ts'
import { findProspect } from '#app/backlinks/prospect.server.ts'
import { foundRow } from '#app/http/refusals.ts'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { CalendarDay } from '#app/ui/admin/date-time.tsx'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { Columns, panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { link } from '#app/ui/link.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/prospect'
import { changeProspect } from './change-prospect.server.ts'
import { nextStep } from './next-step.ts'
import { NextStepPanel } from './prospect-steps.tsx'
import { Timeline } from './timeline.tsx'

export const handle: LiveHandle = { live: ['outbox'] }

export async function loader({ params }: Route.LoaderArgs) {
  const prospect = await foundRow(params.id, findProspect)
  const { id, nextActionAt } = prospect
  const objectId = `prospect-${id}`
  const messages = await listMessages(id)
  const optedOut = await isOptedOut(prospect)
  const next = nextStep(prospect, {
    optedOut,
    isDue: nextActionAt !== null && nextActionAt <= siteDay(Date.now()),
    hasDraft: (await findDraft(id)) !== null,
    last: messages[0] ?? null,
  })
  const history = (await listAudit({ objectId }, { limit: 8 })).lines.map((line) =>
    tellLine(line, { object: { name: 'this prospect', href: null } }),
  )
  return { prospect, optedOut, messages, next, history }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return changeProspect(await request.formData(), {
    prospect: await foundRow(params.id, findProspect),
    context,
  })
}

export default function ProspectPage({ loaderData, actionData }: Route.ComponentProps) {
  const { prospect, optedOut, messages, next, history } = loaderData
  const { id, site, page, state, nextActionAt, campaignId, campaignName, backlinkId } = prospect
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
            This site or contact opted out of outreach.{' '}
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
          <Fact name="Contact">
            {prospect.contactEmail === '' ? '—' : <EmailText email={prospect.contactEmail} />}
          </Fact>
          <Fact name="Next action">
            {nextActionAt === null ? '—' : <CalendarDay at={nextActionAt} />}
          </Fact>
          {page !== '' && (
            <Fact name="Page" isWide>
              <a className={link} href={page} rel="noreferrer">
                {page}
              </a>
            </Fact>
          )}
          {backlinkId !== null && (
            <Fact name="Backlink">
              <Link className={link} to={backlinkHref(backlinkId)}>
                Open the backlink
              </Link>
            </Fact>
          )}
        </FactList>
      </section>
      <Columns>
        <div className="grid grid-cols-1 gap-5">
          <NextStepPanel prospect={prospect} optedOut={optedOut} next={next} />
          <Timeline prospectId={id} messages={messages} />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <Form method="post" className={panel()} aria-labelledby="details">
            <Subtitle id="details">Details</Subtitle>
            <ProspectFieldSet values={prospect} {...(actionData?.form === 'save' && actionData)} />
            <div className="flex flex-wrap items-center gap-2">
              <SubmitButton look="quiet" intent="save">
                Save
              </SubmitButton>
            </div>
          </Form>
          <RecordHistory lines={history} object={`prospect-${id}`} />
        </div>
      </Columns>
    </>
  )
}
