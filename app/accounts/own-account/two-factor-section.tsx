import { Form } from 'react-router'
import { button } from '#app/ui/admin/button.ts'
import { PasswordConfirm } from '#app/ui/admin/forms/password-confirm.tsx'
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
  const refused = answer?.section === 'two-factor' ? answer : undefined
  return (
    <Panel titleId="two-factor-title" title="Two-factor sign-in">
      {state.step === 'on' ? (
        <On codesLeft={state.codesLeft} problem={refused?.ownPassword} />
      ) : (
        <>
          <p>
            {state.required
              ? 'You need an authenticator app on your phone. Signing in then takes its code as well as your password.'
              : 'Off. Turn it on to require a code from your authenticator app when you sign in.'}
          </p>
          {state.step === 'setup' ? <Setup state={state} refused={refused} /> : <Begin />}
        </>
      )}
    </Panel>
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
        On. You have {codesLeft} recovery {codesLeft === 1 ? 'code' : 'codes'} left.
      </p>
      <Form method="post" action="#two-factor-title" className="grid gap-4">
        <PasswordConfirm hint="Confirms that it's you." problem={problem} />
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
        <Form
          id="two-factor-step"
          method="post"
          action="#two-factor-step"
          className="grid gap-4"
          data-unguarded
        >
          <p>Enter the code that the app shows.</p>
          <TextField
            label="Code"
            name="code"
            autoComplete="one-time-code"
            maxLength={20}
            spellCheck={false}
            problem={refused?.code}
          />
          <PasswordConfirm hint="Confirms that it's you." problem={refused?.ownPassword} />
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
