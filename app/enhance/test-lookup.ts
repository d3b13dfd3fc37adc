import { fetchRegion } from './swap-form.ts'

/** Tests an extraction service without leaving the page, so that nothing typed is lost. */

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return
  const button = event.target.closest<HTMLButtonElement>('[data-test-lookup]')
  const form = button?.form ?? null
  const result =
    form?.querySelector<HTMLElement>(`[data-test-result="${button?.dataset.testLookup}"]`) ?? null
  if (button === null || form === null || result === null) return
  event.preventDefault()
  void test(button, form, result)
})

async function test(
  button: HTMLButtonElement,
  form: HTMLFormElement,
  result: HTMLElement,
): Promise<void> {
  // Only the address is sent: the test is nobody's business but the server's and the service's.
  const name = button.dataset.testLookup ?? ''
  const question = document.createElement('form')
  question.action = form.action
  for (const [key, value] of [
    [button.name, button.value],
    [name, form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? ''],
    [`${name}.shown`, ''],
  ] as const) {
    const field = document.createElement('input')
    field.name = key
    field.value = value
    question.append(field)
  }
  button.disabled = true
  result.textContent = 'Testing…'
  result.className = 'text-muted'
  try {
    const fresh = await fetchRegion(question, `[data-test-result="${name}"]`)
    result.textContent = fresh?.textContent || 'This is not an http or https address.'
    result.className = fresh?.textContent ? fresh.className : 'text-bad'
  } catch {
    result.textContent = 'The server did not answer. Try again.'
    result.className = 'text-bad'
  } finally {
    button.disabled = false
  }
}
