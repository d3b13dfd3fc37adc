/**
 * Sends a form as the browser would and gives the part of the answered page that the selector
 * names: the server renders every answer in one way, with or without JavaScript.
 * Throws when there is no answer.
 */
export async function fetchRegion(
  form: HTMLFormElement,
  selector: string,
): Promise<HTMLElement | null> {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) body.append(name, String(value))
  const response = await fetch(form.action, { method: 'POST', body })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return page.querySelector<HTMLElement>(selector)
}
