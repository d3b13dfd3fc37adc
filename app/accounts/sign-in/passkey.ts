import { data } from 'react-router'
import { intents } from '#app/http/intents.server.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import type { Route } from './+types/passkey'
import { beginPasskey, problemInit, signInWithPasskey } from './authenticate.server.ts'

type Page = Pick<Route.ActionArgs, 'url' | 'context'>

const perform = intents({
  async begin(_form: FormData, { context }: Page) {
    const begun = await beginPasskey(context)
    return 'text' in begun ? refuse(begun) : data(begun)
  },
  async finish(form: FormData, { url, context }: Page) {
    const next = safeAdminRedirect(url.searchParams.get('next'))
    const result = await signInWithPasskey(form, context, next)
    return result instanceof Response ? result : refuse(result)
  },
})

function refuse(problem: Parameters<typeof problemInit>[0]) {
  return data({ problem: problem.text }, problemInit(problem))
}

/** Serves the sign-in page's script: first the options to sign, then the check of the signature. */
export async function action({ request, url, context }: Route.ActionArgs) {
  return perform(await request.formData(), { url, context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'
