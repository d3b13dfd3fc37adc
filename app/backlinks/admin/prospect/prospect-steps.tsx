import { Form, Link } from 'react-router'
import {
  prospectHref,
  replyHref,
  wonHref,
  writeHref,
} from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { dayValue, stateTexts } from '#app/backlinks/admin/links/backlink-texts.ts'
import type { Prospect } from '#app/backlinks/prospect.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { Panel } from '#app/ui/admin/panel.tsx'
import { TextField } from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { MessageForm } from './message-form.tsx'
import type { NextStep } from './next-step.ts'

const steps = ['contacted', 'followed_up', 'replied', 'lost', 'prospect'] as const

export function NextStepPanel({
  prospect,
  optedOut,
  next: { text, step },
}: {
  prospect: Prospect
  optedOut: boolean
  next: NextStep
}) {
  const { id, state } = prospect
  return (
    <Panel titleId="step" title="Next step">
      <p>{text}</p>
      {step !== null && (
        <div>
          {'to' in step ? (
            <Link className={button()} to={step.to}>
              {step.label}
            </Link>
          ) : (
            <MessageForm
              prospectId={id}
              message={step.retry}
              intent="retry"
              label={step.label}
              pending="Sending…"
              look="primary"
            />
          )}
        </div>
      )}
      <details className="border-t border-line pt-3 print:hidden">
        <summary className="cursor-pointer py-1 font-semibold">Other steps</summary>
        <div className="grid grid-cols-1 gap-4 pt-3">
          <ul className="flex flex-wrap gap-x-5 gap-y-2">
            {!optedOut && state !== 'lost' && (
              <li>
                <Link className={link} to={writeHref(id)}>
                  Write an email
                </Link>
              </li>
            )}
            <li>
              <Link className={link} to={replyHref(id)}>
                Log a reply
              </Link>
            </li>
            {state !== 'won' && (
              <li>
                <Link className={link} to={wonHref(id)}>
                  Record the backlink
                </Link>
              </li>
            )}
          </ul>
          <Marks prospect={prospect} optedOut={optedOut} />
        </div>
      </details>
    </Panel>
  )
}

function Marks({ prospect, optedOut }: { prospect: Prospect; optedOut: boolean }) {
  const { id, state, nextActionAt } = prospect
  const isOpen = state !== 'won' && state !== 'lost'
  return (
    <Form method="post" action={prospectHref(id)} className="grid grid-cols-1 gap-3" data-unguarded>
      {!optedOut && (
        <TextField
          label="Next action on"
          name="nextAction"
          type="date"
          defaultValue={isOpen && state === 'replied' ? dayValue(nextActionAt) : ''}
          hint="Leave blank for a week after the first email, and two weeks after the follow-up."
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {steps
          .filter((step) => step !== state && (step === 'lost' || !optedOut))
          .map((step) => (
            <SubmitButton key={step} look="quiet" intent={step}>
              {step === 'prospect'
                ? 'Back to the start'
                : `Mark as ${stateTexts[step].label.toLowerCase()}`}
            </SubmitButton>
          ))}
        {isOpen && !optedOut && (
          <SubmitButton look="quiet" intent="plan">
            Change the day only
          </SubmitButton>
        )}
      </div>
    </Form>
  )
}
