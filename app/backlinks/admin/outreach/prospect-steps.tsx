import { Form } from 'react-router'
import { dayValue, stateTexts } from '#app/backlinks/admin/links/backlink-texts.ts'
import type { Prospect } from '#app/backlinks/prospect.server.ts'
import { panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { type FormAnswer, FormFields, TextField } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'

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
            <SubmitButton
              look={step === 'lost' || step === 'prospect' ? 'quiet' : 'primary'}
              key={step}
              intent={step}
            >
              {step === 'prospect' ? 'Back to prospect' : stateTexts[step].label}
            </SubmitButton>
          ))}
        {open && !optedOut && (
          <SubmitButton look="quiet" intent="plan">
            Only change the day
          </SubmitButton>
        )}
      </div>
    </Form>
  )
}

/** The link is there: what the list of backlinks has to know about it. */
export function Won({ prospect, refused }: { prospect: Prospect; refused: FormAnswer }) {
  if (prospect.backlinkId !== null && prospect.state === 'won') return null
  return (
    <Form method="post" className={panel()} aria-labelledby="won">
      <Subtitle id="won">Won</Subtitle>
      <p className="text-muted">
        The page is taken into the list of backlinks, or found there, and checked at once.
      </p>
      <input type="hidden" name="contactEmail" value={prospect.contactEmail} />
      <FormFields {...refused}>
        <TextField
          label="Address of the page with the link"
          name="url"
          type="url"
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <TextField
          label="Domain authority"
          name="domainAuthority"
          type="number"
          required
          hint="0 to 100, from the tool that you use for it."
        />
      </FormFields>
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton intent="won">Won: add the backlink</SubmitButton>
      </div>
    </Form>
  )
}
