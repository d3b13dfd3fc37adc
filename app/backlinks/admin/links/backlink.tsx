import { ExternalLink, Radar, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { data, Form, Link, redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { recordHistory } from '#app/audit/ui/entry-text.server.ts'
import { RecordHistory } from '#app/audit/ui/record-history.tsx'
import { backlinkKey } from '#app/backlinks/audit-objects.ts'
import { type Backlink, findBacklink, updateBacklink } from '#app/backlinks/backlink.server.ts'
import { type PastCheck, pastChecks } from '#app/backlinks/check-record.server.ts'
import type { BacklinkProblems } from '#app/backlinks/fields.server.ts'
import { allKeyed } from '#app/http/all-keyed.ts'
import { foundRow, notFound } from '#app/http/refusals.ts'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Fact, FactList, Records } from '#app/ui/admin/facts.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { RefreshLink } from '#app/ui/admin/live/working.tsx'
import { Columns, Panel, panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/backlink'
import { Authority } from './authority.tsx'
import { Status } from './backlink-columns.tsx'
import { readChangedBacklink } from './backlink-form.server.ts'
import { BacklinkFieldSet, typedBacklink } from './backlink-form.tsx'
import { backlinkHref, backlinksPath, deleteBacklinkHref } from './backlink-hrefs.ts'
import { issueTexts, outcomeTexts, statusTexts } from './backlink-texts.ts'

export const handle: LiveHandle = { live: ['checks'] }

export async function loader({ params }: Route.LoaderArgs) {
  const backlink = await foundRow(params.id, findBacklink)
  const objectId = backlinkKey(backlink.id)
  return allKeyed({
    backlink,
    objectId,
    checks: pastChecks(backlink.id),
    history: recordHistory('this backlink', { objectId }),
  })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const backlink = await foundRow(params.id, findBacklink)
  const form = await request.formData()
  const read = readChangedBacklink(form, typedBacklink(backlink))
  const { shown, fields } = read
  const refuse = (more: BacklinkProblems) =>
    data({ values: read.values, shown, problems: { ...read.problems, ...more } }, { status: 400 })
  if (fields === null) return refuse({})
  const result = await updateBacklink(backlink.id, fields, actorOf(context))
  if (!result.ok && result.problem === 'url_taken') {
    return refuse({ url: 'This page is already in the list.' })
  }
  if (!result.ok) throw notFound()
  await context.get(sessionContext).flash('success', `${fields.domain} is saved.`)
  return redirect(backlinkHref(backlink.id))
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function BacklinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { backlink, checks, history } = loaderData
  const { id, domain, url } = backlink
  const here = backlinkHref(id)
  return (
    <>
      <PageHead title={domain} back={{ href: backlinksPath, label: 'Backlinks' }}>
        <a className={button({ look: 'quiet' })} href={url} rel="noreferrer">
          <ExternalLink aria-hidden="true" size={17} />
          Open the page
        </a>
        <Form method="post" action={backlinksPath}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="back" value={here} />
          <SubmitButton intent="check">
            <Radar aria-hidden="true" size={17} />
            Check now
          </SubmitButton>
        </Form>
      </PageHead>
      <Facts backlink={backlink} />
      {backlink.checking && <RefreshLink href={here} />}
      <Columns>
        <div className="grid grid-cols-1 gap-5">
          <Details key={id} backlink={backlink} refused={actionData} />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <CheckHistory checks={checks} />
          <RecordHistory lines={history} object={loaderData.objectId} />
        </div>
      </Columns>
    </>
  )
}

function Details({
  backlink,
  refused,
}: {
  backlink: Backlink
  refused: Route.ComponentProps['actionData']
}) {
  // The values at first render: revalidation changes the loader data while the form is open.
  const [known] = useState(() => typedBacklink(backlink))
  return (
    <Form method="post" className={panel()} aria-labelledby="details">
      <Subtitle id="details">Details</Subtitle>
      {Object.entries(refused?.shown ?? known).map(([name, value]) => (
        <input key={name} type="hidden" name={`${name}.shown`} value={value} />
      ))}
      <BacklinkFieldSet values={known} {...refused} />
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton>Save</SubmitButton>
        <Link className={button({ look: 'danger-quiet' })} to={deleteBacklinkHref(backlink.id)}>
          <Trash2 aria-hidden="true" size={17} />
          Delete…
        </Link>
      </div>
    </Form>
  )
}

function Facts({ backlink }: { backlink: Backlink }) {
  const { id, domainAuthority, lastCheckedAt, lastStatusCode, finalUrl, url } = backlink
  const { foundAnchor, rel, crawlIssue, alert } = backlink
  return (
    <section className={panel()} aria-label="At a glance">
      <FactList>
        <Fact name="Status">
          <Status of={backlink} />
        </Fact>
        <Fact name="Domain authority">
          <Authority value={domainAuthority} />
        </Fact>
        <Fact name="Last checked">
          {lastCheckedAt === null ? 'Never' : <DateTime at={lastCheckedAt} as="ago" />}
        </Fact>
        <Fact name="Status code">{lastStatusCode ?? '—'}</Fact>
        <Fact name="Anchor found">{foundAnchor === '' ? '(no words)' : (foundAnchor ?? '—')}</Fact>
        <Fact name="rel">{rel === '' ? 'none: followed' : (rel ?? '—')}</Fact>
        {finalUrl !== null && finalUrl !== url && <Fact name="Leads to">{finalUrl}</Fact>}
      </FactList>
      {crawlIssue !== null && (
        <Callout tone="warn">
          <span>
            <span className="font-semibold">Crawl issue: </span>
            {issueTexts[crawlIssue]} The status stays as it was.
          </span>
        </Callout>
      )}
      {alert && (
        <Form method="post" action={backlinksPath} className="flex flex-wrap items-center gap-2">
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="back" value={backlinkHref(id)} />
          <SubmitButton look="quiet" intent="note">
            Got it, stop showing it as new
          </SubmitButton>
        </Form>
      )}
    </section>
  )
}

function CheckHistory({ checks }: { checks: PastCheck[] }) {
  return (
    <Panel titleId="checks" title="Checks">
      {checks.length === 0 ? (
        <p className="text-muted">Not checked yet.</p>
      ) : (
        <Records>
          {checks.map((check) => (
            <CheckRecord key={check.id} check={check} />
          ))}
        </Records>
      )}
    </Panel>
  )
}

function CheckRecord({ check }: { check: PastCheck }) {
  const { at, outcome, statusCode, anchor, rel, issue, finalUrl, statusBefore, statusAfter } = check
  const facts = [
    ...(statusCode === null ? [] : [`Status code ${statusCode}`]),
    ...(anchor === null || anchor === '' ? [] : [`Anchor “${anchor}”`]),
    ...(rel === null || rel === '' ? [] : [`rel ${rel}`]),
    ...(statusBefore === statusAfter
      ? []
      : [`${statusTexts[statusBefore].label} → ${statusTexts[statusAfter].label}`]),
  ]
  return (
    <li>
      <div className="flex items-center justify-between gap-4">
        <StatusBadge {...outcomeTexts[outcome]} />
        <span className="mt-1 text-xs text-muted">
          <DateTime at={at} as="time" />
        </span>
      </div>
      {issue !== null && <p>{issueTexts[issue]}</p>}
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
      {finalUrl !== null && <p className="mt-1 text-xs text-muted">{finalUrl}</p>}
    </li>
  )
}
