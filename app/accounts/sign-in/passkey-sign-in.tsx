import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { href, useFetcher } from 'react-router'
import { notePasskey, usePasskeys } from '#app/accounts/ui/use-passkeys.ts'
import { button } from '#app/ui/button.ts'
import { ProblemSummary } from '#app/ui/problem-summary.tsx'
import type { action } from './passkey.ts'

/** Signs in with a passkey, where browsers support them. `query` has the page to go on to. */
export function PasskeySignIn({ query, disabled }: { query: string; disabled: boolean }) {
  const { submit, state, data } = useFetcher<typeof action>()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const target = { method: 'post', action: `${href('/admin/passkey')}${query}` } as const
  const sign = useEffectEvent(async (answer: typeof data) => {
    if (answer === undefined) return
    if ('problem' in answer) return setProblem(answer.problem)
    setAsking(true)
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const signed = await startAuthentication({ optionsJSON: answer.options })
      notePasskey()
      // The sign-in form's checkbox applies to both.
      const box = place.current?.parentElement?.querySelector<HTMLInputElement>('[name=remember]')
      const fields = new FormData()
      fields.set('intent', 'finish')
      fields.set('answer', JSON.stringify(signed))
      if (box?.checked) fields.set('remember', 'on')
      await submit(fields, target)
    } catch {
      setProblem('No passkey was used. Try again, or sign in with your password.')
    } finally {
      setAsking(false)
    }
  })
  useEffect(() => {
    void sign(data)
  }, [data])
  if (!usePasskeys()) return null
  const busy = isAsking || state !== 'idle'
  return (
    <div ref={place} className="grid gap-4">
      {problem !== null && <ProblemSummary title={problem} />}
      <button
        type="button"
        className={button({ look: 'quiet' })}
        disabled={disabled || busy}
        onClick={() => {
          setProblem(null)
          void submit({ intent: 'begin' }, target)
        }}
      >
        <KeyRound aria-hidden="true" size={20} />
        {busy ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
      </button>
    </div>
  )
}
