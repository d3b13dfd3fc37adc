import { useFetcher } from 'react-router'
import { SubmitButton } from '#app/ui/submit-button.tsx'

export type TestAnswer = { test?: { works: boolean; text: string } | null }

/**
 * Tests the service whose address is in the form field `name` without leaving the page, so that
 * nothing typed is lost. Without JavaScript the button sends its form with `value` as `intent`.
 */
export function TestLookup({
  name,
  value,
  label,
  fullLabel,
  formAction,
  test,
}: {
  name: string
  value: string
  label: string
  /** Accessible name where several buttons share a label. */
  fullLabel?: string
  formAction?: string
  /** Result of a test sent without JavaScript. */
  test: TestAnswer['test']
}) {
  const fetcher = useFetcher<TestAnswer>()
  const testing = fetcher.state === 'submitting'
  const result = fetcher.data === undefined ? test : (fetcher.data.test ?? invalid)
  return (
    <>
      <SubmitButton
        look="quiet"
        intent={value}
        formAction={formAction}
        aria-label={fullLabel}
        formNoValidate
        resting={testing}
        onClick={(event) => {
          const { form } = event.currentTarget
          if (form === null) return
          event.preventDefault()
          // Sends only the address: the test doesn't need a password beside it.
          const address = String(new FormData(form).get(name) ?? '')
          void fetcher.submit(
            { intent: value, [name]: address, [`${name}.shown`]: '' },
            { method: 'post' },
          )
        }}
      >
        {label}
      </SubmitButton>
      <span
        role="status"
        className={testing ? 'text-muted' : result?.works === false ? 'text-bad' : 'text-good'}
      >
        {testing ? 'Testing…' : result?.text}
      </span>
    </>
  )
}

const invalid = { works: false, text: 'Enter an http or https address.' }
