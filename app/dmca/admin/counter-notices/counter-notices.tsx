import { Form } from 'react-router'
import type { CounterNotice, DmcaReport } from '#app/dmca/report.server.ts'
import { noteLimit, typedMargin } from '#app/dmca/report.ts'
import { putBackDue } from '#app/dmca/report-due.ts'
import { keyLabel } from '#app/download/platforms/platform-key.ts'
import { dayOf, startOf } from '#app/time/calendar-day.ts'
import { dayText } from '#app/time/time-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { CopyButton } from '#app/ui/admin/copy-button.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { fieldLabel } from '#app/ui/admin/forms/field-looks.ts'
import { StayForm, useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { Panel } from '#app/ui/admin/panel.tsx'
import { choice } from '#app/ui/field.ts'
import { FormFields, TextField, TickField } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { DueText } from '../due-badge.tsx'
import { quoted } from '../report-details.tsx'
import { reportHref } from '../report-hrefs.ts'
import { counterNoticeTexts } from '../report-texts.ts'
import type { CounterNoticeProblems, CounterNoticeValues } from './counter-notice-form.server.ts'

type Refused = { values: CounterNoticeValues; problems: CounterNoticeProblems }

/**
 * The counter-notices to a report, and the form to record one while it blocks posts. A refused form
 * is shown whatever the report's state, so that nothing typed is lost.
 */
export function CounterNotices({
  report,
  posterLink,
  refused,
}: {
  report: DmcaReport
  /** Address of the form for the poster. */
  posterLink: string
  refused: Refused | null
}) {
  const held = report.posts.filter((post) => post.held)
  const canRecord = report.status === 'resolved' && held.length > 0
  const showForm = canRecord || refused !== null
  if (!showForm && report.counterNotices.length === 0) return null
  return (
    <Panel titleId="counter-notices" title="Counter-notices">
      {report.counterNotices.map((notice) => (
        <Recorded key={notice.id} report={report} notice={notice} />
      ))}
      {canRecord && <PosterLink address={posterLink} />}
      {showForm && (
        <details className="print:hidden" open={refused !== null}>
          <summary
            className={button({ look: 'quiet', className: '[&::-webkit-details-marker]:hidden' })}
          >
            Record a counter-notice
          </summary>
          <RecordForm report={report} refused={refused} />
        </details>
      )}
    </Panel>
  )
}

/** Link to the form. Posters have no account to send it to, so the operator passes it on. */
function PosterLink({ address }: { address: string }) {
  return (
    <div className="grid max-w-2xl gap-2">
      <TextField
        id="poster-link"
        label="Form for the creator"
        name="posterLink"
        defaultValue={address}
        readOnly
        hint="Send this link to the person whose post is blocked. They can use it to send a counter-notice and follow its progress. They see nothing about the claimant except the work’s title."
      />
      <div>
        <CopyButton source="poster-link" text={address} label="Copy the link" />
      </div>
    </div>
  )
}

function Recorded({ report, notice }: { report: DmcaReport; notice: CounterNotice }) {
  const { now, timeZone } = useAdmin()
  const today = dayOf(now, timeZone)
  const day = (text: string) => dayText(startOf(text))
  const early = today < notice.earliestOn
  const lastDay =
    today > notice.latestOn
      ? `The last day to put the posts back was ${day(notice.latestOn)}.`
      : `The posts have to be put back by ${day(notice.latestOn)}, unless the claimant has filed an action in court.`
  return (
    <div className="grid gap-3">
      <FactList>
        <Fact name="Status">{counterNoticeTexts[notice.status]}</Fact>
        <Fact name="Copy to the claimant" isWide>
          <PassedOn notice={notice} />
        </Fact>
        {notice.status === 'waiting' && (
          <Fact name="Due">
            <DueText due={putBackDue(notice, today)} />
          </Fact>
        )}
        <Fact name="Received">{day(notice.receivedOn)}</Fact>
        <Fact name="Source">
          {notice.source === 'form' ? 'The creator’s form' : 'Recorded by an operator'}
        </Fact>
        <Fact name="Put back between">{`${day(notice.earliestOn)} and ${day(notice.latestOn)}`}</Fact>
        <Fact name="From">{notice.senderName}</Fact>
        <Fact name="Address">{notice.senderAddress}</Fact>
        <Fact name="Phone">{notice.senderPhone}</Fact>
        {notice.senderEmail !== '' && (
          <Fact name="Email">
            <EmailText email={notice.senderEmail} />
          </Fact>
        )}
        <Fact name="Signature">{notice.signature}</Fact>
        <Fact name="Posts">{notice.postIds.map(keyLabel).join(', ')}</Fact>
      </FactList>
      <p className={quoted} dir="auto">
        {notice.statement}
      </p>
      {notice.source === 'form' && notice.checkedAt === null && notice.status === 'waiting' && (
        <Check reportId={report.id} noticeId={notice.id} />
      )}
      {notice.status === 'waiting' && (
        <Form method="post" action={reportHref(report.id)} className="grid gap-3">
          <input type="hidden" name="version" value={report.version} />
          <input type="hidden" name="counterNotice" value={notice.id} />
          <p>
            {early
              ? `The 10 business days end on ${day(notice.earliestOn)}. Before then, only put the posts back if the claimant agrees.`
              : lastDay}
            {' Weekends and US federal holidays don’t count as business days.'}
          </p>
          <TextField
            label="Note to the claimant"
            name="note"
            rows={2}
            maxLength={noteLimit + typedMargin}
          />
          <div className="flex flex-wrap items-center gap-2">
            <SubmitButton intent="restore">
              {early ? 'Put the posts back early' : 'Put the posts back'}
            </SubmitButton>
            <SubmitButton look="quiet" intent="close">
              Keep them blocked: court action filed, or withdrawn
            </SubmitButton>
          </div>
        </Form>
      )}
    </div>
  )
}

/** Shows if the claimant has the copy that 17 U.S.C. 512(g)(2)(B) requires. */
function PassedOn({ notice: { passedOn, mail, status } }: { notice: CounterNotice }) {
  if (passedOn !== null) {
    return (
      <>
        {passedOn.by === 'mail' ? 'Passed on by email' : 'Passed on: opened on the status page'}
        {passedOn.at !== null && (
          <>
            , <DateTime at={passedOn.at} as="time" />
          </>
        )}
      </>
    )
  }
  return (
    <>
      We couldn’t reach them yet. {whyNot(mail)}
      {status === 'waiting' &&
        ' The days count from when the counter-notice was received, so pass it on by phone or letter.'}
    </>
  )
}

function whyNot(mail: CounterNotice['mail']): string {
  if (mail === null) return 'No email was sent, and the claimant hasn’t opened the status page.'
  return mail.state === 'queued'
    ? 'The email is queued.'
    : 'The email wasn’t delivered, and the claimant hasn’t opened the status page.'
}

/** Anyone with the link can send the form, so an operator checks who did. */
function Check({ reportId, noticeId }: { reportId: number; noticeId: number }) {
  const name = `check ${noticeId}`
  const { state } = useStayForm(name)
  return (
    <StayForm
      name={name}
      action={reportHref(reportId)}
      className="flex flex-wrap items-center gap-3"
    >
      <input type="hidden" name="counterNotice" value={noticeId} />
      <input type="hidden" name="checked" value="yes" />
      <input type="hidden" name="back" value={reportHref(reportId)} />
      <p>Is it from the creator, with a real name and address?</p>
      <SubmitButton look="quiet" intent="counter_checked" state={state}>
        Mark as checked
      </SubmitButton>
    </StayForm>
  )
}

const labels = {
  receivedOn: 'Received on',
  senderName: 'Name',
  senderPhone: 'Phone',
  senderEmail: 'Email (optional)',
  senderAddress: 'Postal address',
  statement: 'The statements, word for word',
  signature: 'Signature',
  complete: 'What it states',
}

function RecordForm({ report, refused }: { report: DmcaReport; refused: Refused | null }) {
  const { now, timeZone } = useAdmin()
  return (
    <Form method="post" action={reportHref(report.id)} className="grid gap-4">
      <input type="hidden" name="version" value={report.version} />
      <p className="max-w-2xl text-pretty text-muted">
        Enter what the creator sent (17 U.S.C. 512(g)(3)). The claimant can read it on the report’s
        status page, and gets it by email if email is set up.
      </p>
      <FormFields
        values={{ receivedOn: dayOf(now, timeZone), ...refused?.values }}
        problems={refused?.problems}
        labels={labels}
      >
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <TextField name="receivedOn" label={labels.receivedOn} type="date" />
          <TextField name="senderName" label={labels.senderName} maxLength={300} />
          <TextField name="senderPhone" label={labels.senderPhone} maxLength={300} />
          <TextField name="senderEmail" label={labels.senderEmail} maxLength={254} />
        </div>
        <TextField
          name="senderAddress"
          label={labels.senderAddress}
          rows={3}
          maxLength={noteLimit + typedMargin}
        />
        <TextField
          name="statement"
          label={labels.statement}
          rows={5}
          maxLength={noteLimit + typedMargin}
        />
        <TextField name="signature" label={labels.signature} maxLength={300} />
        <fieldset className="grid gap-2">
          <legend className={fieldLabel}>Posts it’s about (all of them if none is selected)</legend>
          {report.posts
            .filter((post) => post.held)
            .map(({ postId }) => (
              <label key={postId} className={choice}>
                <input
                  type="checkbox"
                  name="postId"
                  value={postId}
                  defaultChecked={refused?.values.postIds.includes(postId) ?? false}
                />
                <span>{keyLabel(postId)}</span>
              </label>
            ))}
        </fieldset>
        <TickField
          name="complete"
          value="yes"
          label="It states under penalty of perjury a good-faith belief that the posts were blocked by mistake or misidentification, and consents to jurisdiction and service of process."
        />
      </FormFields>
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton intent="counter_notice">Record the counter-notice</SubmitButton>
      </div>
    </Form>
  )
}
