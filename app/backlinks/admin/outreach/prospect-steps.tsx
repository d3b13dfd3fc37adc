import { Form } from 'react-router'
import { emptyBacklink } from '#app/backlinks/admin/links/backlink-form.tsx'
import { dayValue, stateTexts } from '#app/backlinks/admin/links/backlink-texts.ts'
import type { BacklinkProblems, TypedBacklink } from '#app/backlinks/fields.server.ts'
import type { Prospect } from '#app/backlinks/prospect.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { TextField } from '#app/ui/admin/forms/field.tsx'
import { panel, Subtitle } from '#app/ui/admin/panel.tsx'

const steps = ['contacted', 'followed_up', 'replied', 'lost', 'prospect'] as const

/** Notes what was done, and when to look again. */
export function NextStep({ prospect, optedOut }: { prospect: Prospect; optedOut: boolean }) {
  const { state, nextActionAt } = prospect
  const open = state !== 'won' && state !== 'lost'
  return (
    <Form method="post" className={panel()} aria-labelledby="step">
      <Subtitle id="step">Next step</Subtitle>
      {!optedOut && (
        <TextField
          label="Next action on"
          name="nextAction"
          type="date"
          defaultValue={open && state === 'replied' ? dayValue(nextActionAt) : ''}
          hint="Left empty: a week after the first mail, two weeks after the follow-up, else none."
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {steps
          .filter((step) => step !== state && (step === 'lost' || !optedOut))
          .map((step) => (
            <button
              key={step}
              type="submit"
              name="do"
              value={step}
              className={button({
                look: step === 'lost' || step === 'prospect' ? 'quiet' : 'primary',
              })}
            >
              {step === 'prospect' ? 'Back to prospect' : stateTexts[step].label}
            </button>
          ))}
        {open && !optedOut && (
          <button type="submit" name="do" value="plan" className={button({ look: 'quiet' })}>
            Only change the day
          </button>
        )}
      </div>
    </Form>
  )
}

/** The link is there: what the list of backlinks has to know about it. */
export function Won({
  prospect,
  refused,
}: {
  prospect: Prospect
  refused: { values: TypedBacklink; problems: BacklinkProblems } | null
}) {
  if (prospect.backlinkId !== null && prospect.state === 'won') return null
  const values = refused?.values ?? emptyBacklink
  const problems = refused?.problems ?? {}
  return (
    <Form method="post" className={panel()} aria-labelledby="won">
      <Subtitle id="won">Won</Subtitle>
      <p className="text-muted">
        The page is taken into the list of backlinks, or found there, and checked at once.
      </p>
      <input type="hidden" name="contactEmail" value={prospect.contactEmail} />
      <TextField
        label="Address of the page with the link"
        name="url"
        type="url"
        defaultValue={values.url}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        required
        problem={problems.url}
      />
      <TextField
        label="Domain authority"
        name="domainAuthority"
        type="number"
        defaultValue={values.domainAuthority}
        required
        hint="0 to 100, from the tool that you use for it."
        problem={problems.domainAuthority}
      />
      <div className="flex flex-wrap items-center gap-2">
        <button type="submit" name="do" value="won" className={button()}>
          Won: add the backlink
        </button>
      </div>
    </Form>
  )
}
