import { Ban, ChevronDown, CircleCheck, Download, MessageSquare, Undo2 } from 'lucide-react'
import { Form } from 'react-router'
import { postsText } from '#app/dmca/reply.ts'
import type { ReplyTemplate } from '#app/dmca/reply-template.server.ts'
import type { DmcaReport } from '#app/dmca/report.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { StayForm, useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { ReplyField } from './reply-field.tsx'
import { reportFileHref, reportForm, reportHref } from './report-hrefs.ts'

type Shared = {
  report: DmcaReport
  back: string
  /** The notes to choose from. */
  templates: ReplyTemplate[]
  /** Whether the page stays where it is once the form is sent. */
  stays?: boolean
}

/** What can be done with a report; each form names the version that is on the screen. */
export function ReportActions(shared: Shared) {
  const { number, id, status, posts } = shared.report
  const held = posts.filter((post) => post.held).length
  return (
    <div className="flex flex-wrap items-start gap-2">
      {/* Keys: a form must not become that of another decision, with what was typed in it. */}
      {status === 'pending' ? (
        <>
          <ActionForm
            key="approve"
            {...shared}
            action="approve"
            shortcut="A"
            label="Approve Takedown"
            icon={<CircleCheck aria-hidden="true" size={17} />}
            text={`Blocks ${postsText(posts.length)} at once, including links already given out and running downloads. The claimant is told.`}
            field="Note to the claimant (optional)"
          />
          <ActionForm
            key="reject"
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
            key="ask"
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
            key="reopen"
            {...shared}
            action="reopen"
            label="Reopen"
            icon={<Undo2 aria-hidden="true" size={17} />}
            text={
              held === 0
                ? 'The report is pending again.'
                : `The report is pending again, and ${postsText(held)} can be downloaded again unless another report or an operator blocks them.`
            }
            field="Reason"
            required
          />
        </>
      )}
    </div>
  )
}

function ActionForm({
  report,
  back,
  templates,
  stays = false,
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
  /** The key that opens the form. */
  shortcut?: string
  label: string
  icon: React.ReactNode
  /** What it does. */
  text: string
  field: string
  required?: boolean
  danger?: boolean
}) {
  const { id, number, version, posts } = report
  const { state } = useStayForm(reportForm(id))
  const fields = (
    <>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="back" value={back} />
      <p>{text}</p>
      <ReplyField
        id={`note-${action}-${id}`}
        label={field}
        required={required}
        templates={templates.filter(({ intent }) => intent === action)}
        places={{ report: number, posts: postsText(posts.length) }}
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
  const look = panel({ className: 'mt-2 max-w-2xl' })
  return (
    <details
      className="group/action open:basis-full"
      name={`action-${id}`}
      data-key={shortcut}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return
        event.currentTarget.open = false
        event.currentTarget.querySelector('summary')?.focus()
      }}
    >
      <summary
        className={button({ look: 'quiet', className: '[&::-webkit-details-marker]:hidden' })}
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

/** The key of a button, where there are keys. */
function Key({ name }: { name: string }) {
  if (!useRuns()) return null
  return (
    <kbd className="rounded-sm border border-line px-1.5 font-semibold text-muted text-xs leading-5 pointer-coarse:hidden">
      {name}
    </kbd>
  )
}
