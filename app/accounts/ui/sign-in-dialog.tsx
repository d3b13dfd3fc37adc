import { KeyRound } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { href, useLocation } from 'react-router'
import { useAuth } from '#app/ui/admin/frame/auth.tsx'
import { Subtitle } from '#app/ui/admin/panel.tsx'
import { button } from '#app/ui/button.ts'
import { TextField } from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import type { AgainAnswer } from '../sign-in/again.ts'
import { PasswordField } from './password-field.tsx'
import { usePasskeys } from './use-passkeys.ts'

/**
 * Signs the page's operator in again, over the page, which is hidden meanwhile. `isWaiting`: a form
 * will be sent afterwards.
 */
export function SignInDialog({ isWaiting, goOn }: { isWaiting: boolean; goOn: () => void }) {
  const { user } = useAuth()
  const { pathname, search } = useLocation()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { step, problem, isBusy, send, passkey } = useSteps(user.email, goOn)
  const passkeys = usePasskeys()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className="m-auto w-[min(26rem,100vw-2rem)] rounded-card border border-line bg-surface p-6 text-text shadow-raised backdrop:bg-page"
      onCancel={(event) => event.preventDefault()}
      // Browsers let a second Escape through.
      onClose={() => dialog.current?.showModal()}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void send(new FormData(event.currentTarget))
        }}
      >
        <Subtitle id={titleId}>You’re signed out</Subtitle>
        <p>
          {isWaiting
            ? 'Sign in again, and your form is sent. Nothing you typed is lost.'
            : 'Sign in again to continue where you left off. Nothing you typed is lost.'}
        </p>
        {problem !== null && (
          <p role="alert" className="font-semibold text-bad">
            {problem}
          </p>
        )}
        <input type="hidden" name="email" autoComplete="username" value={user.email} readOnly />
        {step === 'password' ? (
          <PasswordField
            key="password"
            label={`Password for ${user.email}`}
            name="password"
            autoComplete="current-password"
          />
        ) : (
          <TextField
            key="code"
            label="Two-factor code"
            name="code"
            autoComplete="one-time-code"
            required
            maxLength={100}
            spellCheck={false}
            autoFocus
            hint="Don’t have the app? Use a recovery code. Each works once."
          />
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <button type="submit" className={button({ size: 'small' })} aria-disabled={isBusy}>
            Sign in
          </button>
          {passkeys && step === 'password' && (
            <button
              type="button"
              className={button({ look: 'quiet', size: 'small' })}
              aria-disabled={isBusy}
              onClick={() => void passkey()}
            >
              <KeyRound aria-hidden="true" size={18} />
              Use a passkey
            </button>
          )}
          <a
            className={link}
            href={`${href('/admin/login')}?${new URLSearchParams({ next: pathname + search })}`}
          >
            Leave this page
          </a>
        </div>
      </form>
    </dialog>
  )
}

/** Steps to sign in the operator with this address; calls `goOn` after the last. */
function useSteps(email: string, goOn: () => void) {
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (steps: () => Promise<string | null>) => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    setProblem(await steps())
    setBusy(false)
  }
  const take = (answer: AgainAnswer) => {
    if ('problem' in answer) return answer.problem
    if (!('step' in answer)) return 'No passkey was used. Try again, or use your password.'
    if (!navigator.cookieEnabled) {
      return 'Your browser didn’t keep the cookie that signs you in. Allow cookies for this site, then sign in again.'
    }
    if (answer.step === 'code') setStep('code')
    else goOn()
    return null
  }
  return {
    step,
    problem,
    isBusy,
    send: (form: FormData) => run(async () => take(await ask(step, form))),
    passkey: () =>
      run(async () => {
        const begun = await ask('passkey-begin', new FormData())
        if (!('options' in begun)) return take(begun)
        const signed = await sign(begun.options)
        if (signed === null) return 'No passkey was used. Try again, or use your password.'
        const form = new FormData()
        form.set('email', email)
        form.set('answer', signed)
        return take(await ask('passkey-finish', form))
      }),
  }
}

/** Returns the browser's signature as JSON, or null if there is none. */
async function sign(
  options: Extract<AgainAnswer, { options: unknown }>['options'],
): Promise<string | null> {
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    return JSON.stringify(await startAuthentication({ optionsJSON: options }))
  } catch {
    return null
  }
}

/** Allows for the queue in which passwords are hashed. */
const answerMs = 30_000

async function ask(intent: string, form: FormData): Promise<AgainAnswer> {
  const fields = new URLSearchParams({ intent })
  for (const [name, value] of form) fields.set(name, String(value))
  try {
    const response = await window.fetch(href('/admin/sign-in-again'), {
      method: 'POST',
      body: fields,
      signal: AbortSignal.timeout(answerMs),
    })
    return await response.json()
  } catch {
    return { problem: 'No answer. Check the connection and try again.' }
  }
}
