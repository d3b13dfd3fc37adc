import { CircleCheck, CircleDashed } from 'lucide-react'
import { Form, href, Link } from 'react-router'
import { Panel } from '#app/ui/admin/panel.tsx'
import { link } from '#app/ui/link.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { SetupStep } from './checklist.server.ts'

/** Where the dashboard's own forms are sent: the address alone is that of the frame around it. */
export const dashboardPath = `${href('/admin')}?index`

/** What is left to do on a new site. Each step ticks itself once it's done. */
export function SetupChecklist({ steps }: { steps: SetupStep[] }) {
  const done = steps.filter((step) => step.done).length
  return (
    <Panel titleId="setup" title="Set up your site">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-muted">
          {done} of {steps.length} done
        </p>
        <Form method="post" action={dashboardPath} preventScrollReset>
          <input type="hidden" name="back" value={href('/admin')} />
          <SubmitButton look="quiet" intent="hide-checklist">
            Hide this list
          </SubmitButton>
        </Form>
      </div>
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] gap-x-6 gap-y-3">
        {steps.map((step) => (
          <li key={step.id} className="flex items-start gap-2.5" data-done={step.done}>
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
        ))}
      </ol>
    </Panel>
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
