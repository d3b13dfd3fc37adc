import { intents } from '#app/http/intents.server.ts'
import type { Route } from './+types/again'
import {
  beginPasskey,
  passSecondStep,
  problemInit,
  type SignInProblem,
  signIn,
  signInWithPasskey,
} from './authenticate.server.ts'

/** The dialog's next step: done, the code's field, or a problem. */
export type AgainAnswer =
  | { step: 'done' | 'code' }
  | Extract<Awaited<ReturnType<typeof beginPasskey>>, { options: unknown }>
  | { problem: string }

type Page = Pick<Route.ActionArgs, 'context'>

const perform = intents({
  async password(form: FormData, { context }: Page) {
    return answerOf(await signIn(form, context, '/admin'))
  },
  async code(form: FormData, { context }: Page) {
    const problem = await passSecondStep(form, context)
    if (problem === 'too late') {
      return answerOf({ text: 'That took too long. Type your password again.', status: 401 })
    }
    return problem === null ? answer({ step: 'done' }) : answerOf(problem)
  },
  async 'passkey-begin'(_form: FormData, { context }: Page) {
    const begun = await beginPasskey(context)
    return 'text' in begun ? answerOf(begun) : answer(begun)
  },
  async 'passkey-finish'(form: FormData, { context }: Page) {
    return answerOf(await signInWithPasskey(form, context, '/admin'))
  },
})

/**
 * Serves the sign-in dialog over a page whose session has ended. Same steps as the sign-in page,
 * but with JSON, since the router would otherwise reload the page below.
 */
export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), { context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

/** A sign-in redirects to the back office, or to the second step's page. */
function answerOf(result: Response | SignInProblem): Response {
  if (!(result instanceof Response)) return answer({ problem: result.text }, problemInit(result))
  const leadsToCode = result.headers.get('Location')?.startsWith('/admin/two-factor') === true
  return answer({ step: leadsToCode ? 'code' : 'done' })
}

function answer(answer: AgainAnswer, init?: ResponseInit): Response {
  return Response.json(answer, init)
}
