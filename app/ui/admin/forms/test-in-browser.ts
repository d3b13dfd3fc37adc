import { sendForm } from './client-action.ts'

/** A test's result when the app's own server didn't respond. */
export const silent = { works: false, text: 'The server didn’t answer. Try again.' }

/**
 * `clientAction` for pages with tests: if the server can't be reached, the test itself shows
 * `fallback`. Only the test's own fetcher gets that.
 */
export async function testInBrowser<Answer>(
  request: Request,
  serverAction: () => Promise<Answer>,
  fallback: object = { test: silent },
) {
  const form = await request.clone().formData()
  const isTest = String(form.get('intent') ?? '').startsWith('test')
  return sendForm(request, serverAction, isTest ? (fallback as Answer) : undefined)
}
