import { useFetcher } from 'react-router'
import { SubmitButton } from '#app/ui/submit-button.tsx'

/** What came of a test look-up; null or left out when there was none. */
export type TestAnswer = { test?: { works: boolean; text: string } | null }

/**
 * Tests the service whose address is in the form's field `name`, without leaving the page, so that
 * nothing typed is lost. Without JavaScript the button sends its form with `value` as `intent`.
 */
export function TestLookup({
  name,
  value,
  label,
  formAction,
  test,
}: {
  name: string
  value: string
  label: string
  formAction?: string
  /** What the page itself was asked to test. */
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
        formNoValidate
        resting={testing}
        onClick={(event) => {
          const { form } = event.currentTarget
          if (form === null) return
          event.preventDefault()
          // Only the address is sent: a password beside it is none of the test's business.
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
