import { Form } from 'react-router'
import type { FieldProblems } from '#app/http/form.server.ts'
import { PasswordConfirm } from '#app/ui/admin/forms/password-confirm.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { FormFields, TextField } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { AccountAnswer, loader } from './account.tsx'

type State = Awaited<ReturnType<typeof loader>>['twoFactor']

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
        <On codesLeft={state.codesLeft} problem={refused?.problems.ownPassword} />
      ) : (
        <>
          <p>
            {state.required
              ? 'You’ll need an authenticator app on your phone. From then on, signing in requires its code as well as your password.'
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
      <SubmitButton intent="two-factor-begin">Set it up</SubmitButton>
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
        <PasswordConfirm hint="Confirms that it’s you." problem={problem} />
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton look="quiet" intent="new-recovery-codes">
            New recovery codes
          </SubmitButton>
          <SubmitButton look="danger" intent="two-factor-off">
            Turn it off
          </SubmitButton>
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
  refused: { problems: FieldProblems<'code' | 'ownPassword'> } | undefined
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
          <FormFields problems={refused?.problems} elsewhere="ownPassword">
            <TextField
              label="Code"
              name="code"
              autoComplete="one-time-code"
              maxLength={100}
              spellCheck={false}
            />
            <PasswordConfirm
              hint="Confirms that it’s you."
              problem={refused?.problems.ownPassword}
            />
          </FormFields>
          <div className="flex flex-wrap items-center gap-2">
            <SubmitButton intent="two-factor-on">Turn it on</SubmitButton>
          </div>
        </Form>
      </li>
    </ol>
  )
}
