import { data, href, redirect } from 'react-router'
import { z } from 'zod'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  passkeysWork,
  removedPasskeyText,
  removePasskey,
} from '#app/accounts/credentials/passkey.server.ts'
import { deviceLabel } from '#app/accounts/device-label.server.ts'
import {
  actorOf,
  adminContext,
  passwordAgainProblem,
} from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { withFields } from '#app/http/intents.server.ts'
import { oneLine } from '#app/http/typed-text.ts'
import type { Route } from './+types/account'

type Context = Route.ActionArgs['context']

/** A refused form of the passkeys section, or options for the browser. */
export type PasskeyAnswer = {
  section: 'passkeys'
  ownPassword?: string
  problem?: string
  options?: NonNullable<Awaited<ReturnType<typeof beginPasskey>>>
}

const Name = oneLine(60)
  .catch('')
  .transform((name) => name || 'Passkey')

/** Data for the section; `suggestion` names this request's device. */
export async function passkeyFacts(userId: string, request: Request) {
  return {
    possible: passkeysWork(),
    passkeys: await listPasskeys(userId),
    suggestion: deviceLabel(request.headers.get('user-agent')),
  }
}

export const passkeyActions = {
  async 'passkey-begin'(form: FormData, context: Context) {
    const ownPassword = await passwordAgainProblem(context, form)
    if (ownPassword !== null) return refuse({ ownPassword })
    const { user, idHash } = context.get(adminContext)
    const options = await beginPasskey(user, idHash)
    if (options === null) return refuse({ problem: 'Remove a passkey before you add another one.' })
    return data<PasskeyAnswer>({ section: 'passkeys', options })
  },
  'passkey-add': withFields(
    z.object({ name: Name, answer: z.string().max(50_000) }),
    async (fields, context: Context) => {
      const { user, idHash } = context.get(adminContext)
      const added = await addPasskey(user, { ...fields, browser: idHash }, actorOf(context))
      if (!added) return refuse({ problem: 'The passkey couldn’t be added. Try again.' })
      return done(context, `The passkey “${fields.name}” was added.`)
    },
  ),
  async 'passkey-remove'(form: FormData, context: Context) {
    const ownPassword = await passwordAgainProblem(context, form)
    if (ownPassword !== null) return refuse({ ownPassword })
    const { user } = context.get(adminContext)
    const name = await removePasskey(user, String(form.get('passkey')), actorOf(context))
    return done(context, removedPasskeyText(name))
  },
}

function refuse(answer: Omit<PasskeyAnswer, 'section'>) {
  return data<PasskeyAnswer>({ section: 'passkeys', ...answer }, { status: 400 })
}

export async function done(context: Context, text: string) {
  await context.get(sessionContext).flash('success', text)
  return redirect(href('/admin/settings/account'))
}
