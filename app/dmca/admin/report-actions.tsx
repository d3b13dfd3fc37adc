import { cx } from 'class-variance-authority'
import { Ban, ChevronDown, CircleCheck, Download, MessageSquare, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Form } from 'react-router'
import type { ReplyTemplate } from '#app/dmca/reply-template.server.ts'
import type { DmcaReport } from '#app/dmca/report.server.ts'
import { countText } from '#app/i18n/count-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { StayForm, useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import { useDetails } from '#app/ui/admin/use-details.ts'
import { lettersAct } from '#app/ui/letter-keys.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { ReplyField } from './reply-field.tsx'
import { reportFileHref, reportForm, reportHref } from './report-hrefs.ts'
import { eventText, statusTexts } from './report-texts.ts'
import { Unsent } from './unsent.tsx'

type Shared = {
  report: DmcaReport
  back: string
  templates: ReplyTemplate[]
  /** True if the page stays in place when the form is sent. */
  stays?: boolean
  /** True if the buttons are a bar at the bottom of the screen; forms open above it. */
  isBar?: boolean
}

/**
 * Actions for a report. Each form names the version on screen. If someone else changes the report
 * while a form is open, shows who did, and keeps the typed text.
 */
export function ReportActions(shared: Shared) {
  const { number, id, status, version, posts } = shared.report
  const held = posts.filter((post) => post.held).length
  const { draft, overtaken, round } = useDraft(version)
  return (
    <div
      className="flex flex-wrap items-start gap-2"
      onInput={({ target }) => {
        if (target instanceof HTMLTextAreaElement) draft.write(target.value)
      }}
      onToggle={({ currentTarget }) =>
        draft.toggle(currentTarget.querySelector('details[open]') !== null)
      }
      onSubmit={draft.clear}
    >
      {overtaken !== null && (
        <Overtaken report={shared.report} text={status === 'pending' ? '' : overtaken} />
      )}
      {/* Keys: a form with typed text must not turn into another decision's. */}
      {status === 'pending' ? (
        <>
          <ActionForm
            key={`approve ${round}`}
            {...shared}
            action="approve"
            shortcut="A"
            label="Approve Takedown"
            icon={<CircleCheck aria-hidden="true" size={17} />}
            text={`Blocks ${countText(posts.length, 'post')} at once, including links already given out and running downloads. The claimant is told.`}
            field="Note to the claimant (optional)"
          />
          <ActionForm
            key={`reject ${round}`}
            {...shared}
            action="reject"
            shortcut="R"
            label="Reject Claim"
            icon={<Ban aria-hidden="true" size={17} />}
            text="Nothing is blocked. The claimant is told the reason."
            field="Reason"
            required
            danger
          />
          <ActionForm
            key={`ask ${round}`}
            {...shared}
            action="ask"
            shortcut="M"
            label="Ask the claimant for more"
            icon={<MessageSquare aria-hidden="true" size={17} />}
            text="The report stays pending. The claimant can answer on the status page."
            field="What is missing"
            required
          />
        </>
      ) : (
        <>
          <a
            className={button({ look: 'quiet' })}
            href={reportFileHref(id)}
            download
            aria-label={`Download Report ${number}`}
          >
            <Download aria-hidden="true" size={17} />
            Download Report
          </a>
          <ActionForm
            key={`reopen ${round}`}
            {...shared}
            action="reopen"
            label="Reopen"
            icon={<Undo2 aria-hidden="true" size={17} />}
            text={
              held === 0
                ? 'The report is pending again.'
                : `The report is pending again, and ${countText(held, 'post')} can be downloaded again unless another report or an operator blocks them.`
            }
            field="Reason"
            required
          />
        </>
      )}
    </div>
  )
}

/**
 * Keeps the text being written about a report. `overtaken` is that text once someone else has
 * changed the report, '' for a form that was only open. `round` grows with each change while no
 * form was open, which resets the forms.
 */
function useDraft(version: number) {
  const [text, setText] = useState<string | null>(null)
  const [overtaken, setOvertaken] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const [seen, setSeen] = useState(version)
  if (seen !== version) {
    setSeen(version)
    if (text === null) setRound(round + 1)
    else setOvertaken(text)
  }
  return {
    draft: {
      write: setText,
      toggle: (isOpen: boolean) => setText((now) => (isOpen ? (now ?? '') : now || null)),
      clear: () => {
        setText(null)
        setOvertaken(null)
      },
    },
    overtaken,
    round,
  }
}

/** Shows who changed the report while a form was open, and the text of a form that is gone. */
function Overtaken({ report, text }: { report: DmcaReport; text: string }) {
  const last = report.events.at(-1)
  return (
    <div className="grid grow basis-full gap-2.5">
      <Callout tone="warn" role="status">
        {last !== undefined && `${eventText(last)} while this form was open. `}
        {report.status === 'pending'
          ? 'Nothing of yours was sent.'
          : `${report.number} is ${statusTexts[report.status].label.toLowerCase()} now.`}
      </Callout>
      <Unsent text={text} />
    </div>
  )
}

function ActionForm({
  report,
  back,
  templates,
  stays = false,
  isBar = false,
  action,
  shortcut,
  label,
  icon,
  text,
  field,
  required = false,
  danger = false,
}: Shared & {
  action: string
  shortcut?: string
  label: string
  icon: React.ReactNode
  /** Describes the effect. */
  text: string
  field: string
  required?: boolean
  danger?: boolean
}) {
  const { id, number, version, posts } = report
  const { state } = useStayForm(reportForm(id))
  // On a report's own page, a colleague's decision is shown while the form is open.
  const { details } = useDetails(stays)
  const fields = (
    <>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="back" value={back} />
      <p className={cx(isBar && 'text-muted text-sm lg:@2xl:col-span-full')}>{text}</p>
      <ReplyField
        id={`note-${action}-${id}`}
        label={field}
        required={required}
        templates={templates.filter(({ intent }) => intent === action)}
        places={{ report: number, posts: countText(posts.length, 'post') }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton
          look={danger ? 'danger' : 'primary'}
          intent={action}
          {...(stays && { state })}
        >
          {label}
        </SubmitButton>
      </div>
    </>
  )
  const look = isBar
    ? 'absolute inset-x-2 bottom-full mb-1 grid max-h-[55vh] gap-2.5 overflow-y-auto rounded-lg border border-line bg-surface p-3 shadow-lg lg:@2xl:grid-cols-[14rem_minmax(0,1fr)_auto] lg:@2xl:items-end'
    : panel({ className: 'mt-2 max-w-2xl' })
  return (
    <details
      className={cx('group/action print:hidden', !isBar && 'max-w-full open:basis-full')}
      name={`action-${id}`}
      data-key={shortcut}
      {...details}
    >
      <summary
        className={button({
          look: 'quiet',
          className: cx(
            '[&::-webkit-details-marker]:hidden',
            isBar
              ? 'max-sm:px-2.5 max-sm:text-sm max-sm:[&_svg]:hidden'
              : 'max-w-full wrap-anywhere @max-3xs:px-2 @max-3xs:[&>svg]:hidden',
          ),
        })}
        aria-label={`${label}: ${number}`}
        aria-keyshortcuts={shortcut}
      >
        {icon}
        {label}
        {shortcut !== undefined && <Key name={shortcut} />}
        <ChevronDown
          className="flex-none text-muted transition-[rotate] group-open/action:rotate-180"
          aria-hidden="true"
          size={16}
        />
      </summary>
      {stays ? (
        <StayForm name={reportForm(id)} action={reportHref(id)} className={look}>
          {fields}
        </StayForm>
      ) : (
        <Form method="post" action={reportHref(id)} className={look}>
          {fields}
        </Form>
      )}
    </details>
  )
}

/** The letter is drawn: to choose by voice, people say what they see, which is the name alone. */
function Key({ name }: { name: string }) {
  if (!useRuns() || !lettersAct()) return null
  return (
    <kbd
      className="rounded-sm border border-line px-1.5 font-semibold text-muted text-xs leading-5 after:content-[attr(data-letter)] pointer-coarse:hidden"
      data-letter={name}
    />
  )
}
