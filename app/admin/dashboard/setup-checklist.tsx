import { CircleCheck, CircleDashed } from 'lucide-react'
import { Form, href, Link } from 'react-router'
import { Panel } from '#app/ui/admin/panel.tsx'
import { link } from '#app/ui/link.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { SetupStep } from './checklist.server.ts'

/** The target of the dashboard's own forms: without `?index` the address is the layout's. */
export const dashboardPath = `${href('/admin')}?index`

/** Steps left to set up a new site. Completed steps tick themselves and collapse. */
export function SetupChecklist({ steps }: { steps: SetupStep[] }) {
  const done = steps.filter((step) => step.done)
  return (
    <Panel titleId="setup" title="Set up your site">
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-x-6 gap-y-3">
        {steps.map((step) => !step.done && <Step key={step.id} step={step} />)}
      </ol>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        {done.length > 0 && (
          <details>
            <summary className="flex min-h-9 cursor-pointer items-center text-muted pointer-coarse:min-h-11">
              {done.length} of {steps.length} done
            </summary>
            <ul className="mt-2 grid gap-3">
              {done.map((step) => (
                <Step key={step.id} step={step} />
              ))}
            </ul>
          </details>
        )}
        <Form method="post" action={dashboardPath} preventScrollReset>
          <input type="hidden" name="back" value={href('/admin')} />
          <SubmitButton look="quiet" intent="hide-checklist">
            Hide this list
          </SubmitButton>
        </Form>
      </div>
    </Panel>
  )
}

function Step({ step }: { step: SetupStep }) {
  return (
    <li className="flex items-start gap-2.5" data-done={step.done}>
      {step.done ? (
        <CircleCheck className="mt-0.5 flex-none text-good" aria-hidden="true" size={19} />
      ) : (
        <CircleDashed className="mt-0.5 flex-none text-muted" aria-hidden="true" size={19} />
      )}
      <div>
        {step.done ? (
          <span className="font-semibold text-muted">{step.title}</span>
        ) : (
          <StepLink {...step} />
        )}
        <span className="sr-only">{step.done ? ' (done)' : ' (to do)'}</span>
        <p className="text-xs text-pretty text-muted">{step.text}</p>
      </div>
    </li>
  )
}

function StepLink({ title, href, outside = false }: SetupStep) {
  const look = `${link} font-semibold`
  return outside ? (
    <a className={look} href={href}>
      {title}
    </a>
  ) : (
    <Link className={look} to={href}>
      {title}
    </Link>
  )
}
