import { data, Form, href, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { scopes, scopeTexts } from '#app/api/scopes.ts'
import {
  type ApiToken,
  endToken,
  listTokens,
  makeToken,
  mostTokens,
} from '#app/api/token.server.ts'
import { intents, withFields } from '#app/http/intents.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { ConfirmPage } from '#app/ui/admin/forms/confirm-page.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { ShownOnce } from '#app/ui/admin/shown-once.tsx'
import {
  FieldProblem,
  FormFields,
  SelectField,
  TextField,
  useProblem,
} from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/tokens'
import { readTokenForm } from './token-form.server.ts'
import { TokenList } from './token-list.tsx'

/** `?end=` and a token's number asks whether to end it. */
export async function loader({ url }: Route.LoaderArgs) {
  const tokens = await listTokens()
  const asked = url.searchParams.get('end')
  const ending = tokens.find(({ id }) => String(id) === asked) ?? null
  return { tokens, ending, now: Date.now(), access: settings().apiAccess }
}

type Page = Pick<Route.ActionArgs, 'context'>

const perform = intents({
  async make(form: FormData, { context }: Page) {
    const { fields, ...read } = readTokenForm(form)
    if (fields === null) return data({ token: null, ...read }, { status: 400 })
    const token = await makeToken(fields, actorOf(context))
    if (token === null) {
      const problems = { name: `There are ${mostTokens} tokens. End one first.` }
      return data({ token, ...read, problems }, { status: 400 })
    }
    // Shown only in this answer.
    return data({ token, values: undefined, problems: undefined })
  },
  end: withFields(
    z.object({ id: z.coerce.number().int().positive() }),
    async ({ id }, page: Page) => {
      const name = await endToken(id, actorOf(page.context))
      const text =
        name === null ? 'This token had ended before.' : `The token “${name}” no longer works.`
      await page.context.get(sessionContext).flash('success', text)
      return redirect(href('/admin/settings/api/tokens'))
    },
  ),
})

export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), { context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

const expiries = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
]

export default function Tokens({ loaderData, actionData }: Route.ComponentProps) {
  const { tokens, ending, now, access } = loaderData
  if (ending !== null) return <Ending of={ending} />
  const token = actionData?.token ?? null
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <PageHead
        title="API tokens"
        back={{ href: href('/admin/settings/api'), label: 'API settings' }}
        lead="A program or a phone uses this site with a token of its own."
      />
      {access === 'off' && (
        <Callout tone="warn">
          The API is off, so no token works. Turn it on in the API settings.
        </Callout>
      )}
      <p>
        {'What programs can do with one is in the '}
        <a className={link} href={href('/:lang?/api')}>
          API reference
        </a>
        .
      </p>
      {token !== null && (
        <ShownOnce secret={token} label="Copy the token">
          Copy the token now: it’s shown only this once.
        </ShownOnce>
      )}
      <TokenList tokens={tokens} now={now} />
      <Panel titleId="add" title="Make a token">
        <Form method="post" className="grid gap-4" key={tokens.length}>
          <FormFields id="token" inPlace {...actionData}>
            <TextField
              label="Name"
              name="name"
              autoComplete="off"
              hint="What uses it, so that you know it again."
            />
            <ScopeFields ticked={actionData?.values?.scopes ?? ['lookup', 'save']} />
            <TextField
              label="Requests per minute"
              name="perMinute"
              type="number"
              {...(actionData?.values === undefined && { defaultValue: '60' })}
              hint="More are refused until the minute is over. Visitors don’t notice."
            />
            <SelectField label="Expires" name="days" options={expiries} />
          </FormFields>
          <div>
            <SubmitButton intent="make">Make the token</SubmitButton>
          </div>
        </Form>
      </Panel>
    </div>
  )
}

/** One tick for each thing that a token can be used for. */
function ScopeFields({ ticked }: { ticked: readonly string[] }) {
  const problem = useProblem('scope')
  return (
    <fieldset id="scope" className="grid gap-2">
      <legend className="mb-1.5 font-semibold">What it can do</legend>
      <div className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
        {scopes.map((scope) => (
          <label key={scope} className="flex items-start gap-2.5">
            <input
              type="checkbox"
              name="scope"
              value={scope}
              defaultChecked={ticked.includes(scope)}
              className="mt-1 size-4.5 flex-none accent-link"
            />
            <span>
              {scopeTexts[scope]}
              <code className="block text-muted text-xs">{scope}</code>
            </span>
          </label>
        ))}
      </div>
      <FieldProblem id="scope">{problem}</FieldProblem>
    </fieldset>
  )
}

/** Asks before a token ends, since no one can undo it. */
function Ending({ of: { id, name } }: { of: ApiToken }) {
  return (
    <ConfirmPage
      title="End this token?"
      text="The program that uses it is refused from now on. A token that has ended can’t be used again."
      things={[name]}
      back={{ href: href('/admin/settings/api/tokens'), label: 'API tokens' }}
      hidden={[
        ['intent', 'end'],
        ['id', String(id)],
      ]}
      submit="End the token"
    />
  )
}
