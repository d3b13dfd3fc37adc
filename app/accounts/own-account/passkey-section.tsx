import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { ListedPasskey } from '#app/accounts/credentials/passkey.server.ts'
import { PasskeyList } from '#app/accounts/ui/passkey-list.tsx'
import { notePasskey, usePasskeys } from '#app/accounts/ui/use-passkeys.ts'
import { PasswordConfirm } from '#app/ui/admin/forms/password-confirm.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { TextField } from '#app/ui/form-fields.tsx'
import { ProblemSummary } from '#app/ui/problem-summary.tsx'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { AccountAnswer } from './account.tsx'
import type { PasskeyAnswer } from './passkey-actions.server.ts'

export function PasskeySection({
  possible,
  passkeys,
  suggestion,
  answer,
}: {
  /** True if browsers allow passkeys at the site's address. */
  possible: boolean
  passkeys: ListedPasskey[]
  /** Suggested name for a passkey of this device. */
  suggestion: string
  answer: AccountAnswer | undefined
}) {
  const refused = answer?.section === 'passkeys' ? answer : undefined
  return (
    <Panel titleId="passkeys-title" title="Passkeys">
      <p>
        Sign in with your fingerprint, face or PIN instead of your password and code. A passkey
        stays on your device or in your password manager.
      </p>
      {passkeys.length > 0 && (
        <PasskeyList
          passkeys={passkeys}
          intent="passkey-remove"
          action="#passkeys-title"
          problem={refused?.ownPassword}
        />
      )}
      {possible ? (
        <AddPasskey suggestion={suggestion} />
      ) : (
        <p className="text-muted">
          Passkeys need a site address with a domain name and https, so none can be added here.
        </p>
      )}
    </Panel>
  )
}

/** Only with JavaScript, without which browsers can't create a passkey. */
function AddPasskey({ suggestion }: { suggestion: string }) {
  const { Form: FetcherForm, submit, state, data } = useFetcher<PasskeyAnswer>()
  const sent = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const make = useEffectEvent(async (answer: PasskeyAnswer | undefined) => {
    setProblem(answer?.problem)
    if (answer?.options === undefined) return
    try {
      const { startRegistration } = await import('@simplewebauthn/browser')
      const made = await startRegistration({ optionsJSON: answer.options })
      notePasskey()
      const name = String(new FormData(sent.current ?? undefined).get('name'))
      const fields = { intent: 'passkey-add', name, answer: JSON.stringify(made) }
      await submit(fields, { method: 'post' })
    } catch (error) {
      const exists = error instanceof Error && error.name === 'InvalidStateError'
      setProblem(
        exists ? 'This device has a passkey already.' : 'No passkey was created. Try again.',
      )
    }
  })
  useEffect(() => {
    void make(data)
  }, [data])
  const canHave = usePasskeys()
  const runs = useRuns()
  const without = (
    <p className="text-muted">To add a passkey, use a browser with JavaScript turned on.</p>
  )
  if (runs && !canHave) return without
  return (
    <>
      <FetcherForm
        ref={sent}
        method="post"
        // It has its place from the start: what is below it may be what the address leads to.
        className={`grid grid-cols-1 gap-4 ${runs ? '' : 'invisible noscript:hidden'}`}
        data-unguarded
      >
        <TextField
          label="Name for a new passkey"
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          defaultValue={suggestion}
        />
        {problem !== undefined && <ProblemSummary title={problem} answer={data} />}
        <PasswordConfirm
          hint="Needed to add a passkey."
          problem={data?.ownPassword}
          state={state}
        />
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton intent="passkey-begin">Add a passkey</SubmitButton>
        </div>
      </FetcherForm>
      <noscript>{without}</noscript>
    </>
  )
}
