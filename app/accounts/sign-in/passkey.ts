import { data } from 'react-router'
import { beginPasskeySignIn } from '#app/accounts/credentials/passkey.server.ts'
import { visitorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { createLimiter, takePoint } from '#app/http/rate-limit.server.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import type { Route } from './+types/passkey'
import { blockedProblem, problemInit, signInWithPasskey } from './authenticate.server.ts'

/** How often one network can begin a sign-in with a passkey in an hour. */
const limiter = createLimiter('passkeys', 60, 3600)

type Page = Pick<Route.ActionArgs, 'url' | 'context'>

const perform = intents({
  async begin(_form: FormData, { context }: Page) {
    const wait = await takePoint(limiter, 'passkey', visitorOf(context).clientAddress)
    if (wait !== null) return refuse(blockedProblem(wait))
    return data({ options: await beginPasskeySignIn() })
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

/** For the sign-in page's script: what a browser is to sign, then what it has signed. */
export async function action({ request, url, context }: Route.ActionArgs) {
  return perform(await request.formData(), { url, context })
}
