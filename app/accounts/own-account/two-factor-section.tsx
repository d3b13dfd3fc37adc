import { Form } from 'react-router'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { PasswordAgain } from '#app/ui/admin/forms/confirm-page.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { TextField } from '#app/ui/form-fields.tsx'
import type { AccountAnswer } from './account.tsx'

type State =
  | { step: 'off'; required: boolean }
  | { step: 'setup'; required: boolean; secret: string; qrCode: string }
  | { step: 'on'; required: boolean; codesLeft: number }

export function TwoFactorSection({
  state,
  answer,
}: {
  state: State
  answer: AccountAnswer | undefined
}) {
  const own = answer?.section === 'two-factor' ? answer : undefined
  const refused = own !== undefined && !('recoveryCodes' in own) ? own : undefined
  const codes = own !== undefined && 'recoveryCodes' in own ? own.recoveryCodes : null
  return (
    <Panel titleId="two-factor-title" title="Two-factor sign-in">
      {/* Where the form's answer leads: to what is wrong in it, or to these. */}
      {codes !== null && <RecoveryCodes codes={codes} />}
      {state.step === 'on' ? (
        <On codesLeft={state.codesLeft} problem={refused?.ownPassword} />
      ) : (
        <>
          <p>
            {state.required
              ? 'You need an authenticator app on your phone. Signing in then takes its code as well as your password.'
              : 'It is off. With it, signing in takes a code of an app on your phone as well.'}
          </p>
          {state.step === 'setup' ? <Setup state={state} refused={refused} /> : <Begin />}
        </>
      )}
    </Panel>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <Callout id="two-factor-step" role="status">
      <p className="font-semibold">
        Your recovery codes. They are shown this once: print them or keep them in a safe place.
      </p>
      <ul className="mt-2 grid gap-1 font-mono sm:grid-cols-2" data-recovery-codes>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="mt-2">Each signs you in once when you do not have your app.</p>
    </Callout>
  )
}

function Begin() {
  return (
    <Form method="post" action="#two-factor-title">
      <button type="submit" className={button()} name="intent" value="two-factor-begin">
        Set it up
      </button>
    </Form>
  )
}

function On({ codesLeft, problem }: { codesLeft: number; problem: string | undefined }) {
  return (
    <>
      <p>
        It is on. {codesLeft} recovery {codesLeft === 1 ? 'code is' : 'codes are'} left.
      </p>
      <Form method="post" action="#two-factor-title" className="grid gap-4">
        <PasswordAgain hint="To be sure that it is you." problem={problem} />
        <div className="flex flex-wrap items-center gap-2">
          <button
            type="submit"
            className={button({ look: 'quiet' })}
            name="intent"
            value="new-recovery-codes"
          >
            New recovery codes
          </button>
          <button
            type="submit"
            className={button({ look: 'danger' })}
            name="intent"
            value="two-factor-off"
          >
            Turn it off
          </button>
        </div>
      </Form>
    </>
  )
}

function Setup({
  state,
  refused,
}: {
  state: State & { step: 'setup' }
  refused: { ownPassword?: string; code?: string } | undefined
}) {
  return (
    <ol className="grid list-decimal gap-3 ps-5">
      <li>
        <div className="min-w-0">
          <p>Scan this with an authenticator app, or type the key into it.</p>
          <img
            className="my-3 rounded-lg bg-paper"
            src={state.qrCode}
            width="200"
            height="200"
            alt="QR code with the key below"
          />
          <p className="font-mono wrap-anywhere" data-totp-secret>
            {state.secret}
          </p>
        </div>
      </li>
      <li>
        <Form id="two-factor-step" method="post" action="#two-factor-step" className="grid gap-4">
          <p>Enter the code that it shows, and your password.</p>
          <TextField
            label="Code"
            name="code"
            autoComplete="one-time-code"
            maxLength={20}
            spellCheck={false}
            problem={refused?.code}
          />
          <PasswordAgain hint="To be sure that it is you." problem={refused?.ownPassword} />
          <div className="flex flex-wrap items-center gap-2">
            <button type="submit" className={button()} name="intent" value="two-factor-on">
              Turn it on
            </button>
          </div>
        </Form>
      </li>
    </ol>
  )
}
