import { orNoAnswer } from './no-answer.ts'

/** What a test shows when the server itself could not be asked. */
export const silent = { works: false, text: 'The server didn’t answer. Try again.' }

/**
 * For the `clientAction` of a page with tests: when the server can't be reached, the test itself
 * says so with `fallback`. Only the test's own fetcher ever gets that.
 */
export async function testInBrowser<Answer>(
  request: Request,
  serverAction: () => Promise<Answer>,
  fallback: object = { test: silent },
): Promise<Answer> {
  const form = await request.clone().formData()
  const isTest = String(form.get('intent') ?? '').startsWith('test')
  return isTest ? orNoAnswer(serverAction, fallback as Answer) : serverAction()
}
