import { Ban, ChevronDown, CircleCheck, Download, MessageSquare, Undo2 } from 'lucide-react'
import { Form } from 'react-router'
import type { DmcaReport } from '#app/dmca/report.server.ts'
import { noteLimit, typedMargin } from '#app/dmca/report.ts'
import { button } from '#app/ui/admin/button.ts'
import { fieldBox, fieldLabel } from '#app/ui/admin/forms/field-looks.ts'
import { panel } from '#app/ui/admin/panel.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { reportFileHref, reportHref } from './report-hrefs.ts'
import { postsText } from './report-texts.ts'

/** What can be done with a report; each form names the version that is on the screen. */
export function ReportActions({ report, back }: { report: DmcaReport; back: string }) {
  const { number, status, posts } = report
  const held = posts.filter((post) => post.held).length
  return (
    <div className="flex flex-wrap items-start gap-2">
      {status === 'pending' ? (
        <>
          <ActionForm
            report={report}
            back={back}
            action="approve"
            label="Approve Takedown"
            icon={<CircleCheck aria-hidden="true" size={17} />}
            text={`Blocks ${postsText(posts.length)} by id at once: look-ups, links already given out and running downloads. The reporter is told.`}
            field="Note to the reporter (optional)"
          />
          <ActionForm
            report={report}
            back={back}
            action="reject"
            label="Reject Claim"
            icon={<Ban aria-hidden="true" size={17} />}
            text="Nothing is blocked. The reporter is told the reason."
            field="Reason"
            required
            danger
          />
          <ActionForm
            report={report}
            back={back}
            action="ask"
            label="Ask the reporter for more"
            icon={<MessageSquare aria-hidden="true" size={17} />}
            text="The report stays pending. The reporter can answer on the status page."
            field="What is missing"
            required
          />
        </>
      ) : (
        <>
          <a
            className={button({ look: 'quiet' })}
            href={reportFileHref(report.id)}
            download
            aria-label={`Download Report ${number}`}
          >
            <Download aria-hidden="true" size={17} />
            Download Report
          </a>
          <ActionForm
            report={report}
            back={back}
            action="reopen"
            label="Reopen"
            icon={<Undo2 aria-hidden="true" size={17} />}
            text={
              held === 0
                ? 'The report is pending again.'
                : `The report is pending again, and ${postsText(held)} can be saved again unless another report or an operator blocks them.`
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
  report: { id, number, version },
  back,
  action,
  label,
  icon,
  text,
  field,
  required = false,
  danger = false,
}: {
  report: DmcaReport
  back: string
  action: string
  label: string
  icon: React.ReactNode
  /** What it does. */
  text: string
  field: string
  required?: boolean
  danger?: boolean
}) {
  const name = `note-${action}-${id}`
  return (
    <details className="group/action open:basis-full" name={`action-${id}`}>
      <summary
        className={button({ look: 'quiet', className: '[&::-webkit-details-marker]:hidden' })}
        aria-label={`${label}: ${number}`}
      >
        {icon}
        {label}
        <ChevronDown
          className="flex-none text-muted transition-[rotate] group-open/action:rotate-180"
          aria-hidden="true"
          size={16}
        />
      </summary>
      <Form
        method="post"
        action={reportHref(id)}
        className={panel({ className: 'mt-2 max-w-2xl' })}
      >
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="back" value={back} />
        <p>{text}</p>
        <div>
          <label className={fieldLabel} htmlFor={name}>
            {field}
          </label>
          <textarea
            id={name}
            name="note"
            className={fieldBox({ kind: 'area' })}
            rows={3}
            maxLength={noteLimit + typedMargin}
            required={required}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton look={danger ? 'danger' : 'primary'} intent={action}>
            {label}
          </SubmitButton>
        </div>
      </Form>
    </details>
  )
}
