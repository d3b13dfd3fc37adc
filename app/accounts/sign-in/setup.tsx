import { data, Form, href, Link, redirectDocument } from 'react-router'
import { z } from 'zod'
import { hasNoAdmin, setUpFirstAdmin, setupLinkWorks } from '#app/accounts/admin-start.server.ts'
import {
  passwordProblem,
  passwordRules,
  readNewPassword,
} from '#app/accounts/credentials/password.server.ts'
import { recordSignIn } from '#app/accounts/credentials/sign-in.server.ts'
import { visitorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { AuthCard } from '#app/accounts/ui/auth-card.tsx'
import { NewPasswordFields, newPasswordNames } from '#app/accounts/ui/new-password-fields.tsx'
import { UserEmail, UserName } from '#app/accounts/user.server.ts'
import {
  type ExtractionTest,
  testExtraction,
} from '#app/download/extraction/extraction-test.server.ts'
import { env } from '#app/env.server.ts'
import { type FieldProblems, type FieldValues, readForm } from '#app/http/form.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { changeSettings, settings } from '#app/settings/settings.server.ts'
import { testInBrowser } from '#app/ui/admin/forms/test-in-browser.ts'
import { TestLookup } from '#app/ui/admin/forms/test-lookup.tsx'
import { button } from '#app/ui/button.ts'
import { FormFields, TextField } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/setup'
import { throughSignIn } from './authenticate.server.ts'

const SiteName = z.string().trim().min(1).max(60)
const ExtractionUrl = z.union([
  z
    .string()
    .trim()
    .max(500)
    .pipe(z.url({ protocol: /^https?$/ })),
  z.literal(''),
])

const setupFields = {
  name: [UserName, 'Enter your name, in at most 100 characters.'],
  email: [UserEmail, 'Enter an email address, such as name@example.com.'],
  siteName: [SiteName, 'Enter a name, in at most 60 characters.'],
  extractionUrl: [ExtractionUrl, 'Enter an http or https address.'],
} as const

type Answer = {
  values: FieldValues<keyof typeof setupFields>
  problems: FieldProblems<keyof typeof setupFields | 'password' | 'passwordAgain'>
  test: ExtractionTest | null
}

export async function loader({ params }: Route.LoaderArgs) {
  const works = await setupLinkWorks(params.token)
  return data(
    {
      works,
      isSetUp: !works && !(await hasNoAdmin()),
      rules: passwordRules(),
      siteName: settings().siteName,
      fixedExtractionUrl: env.EXTRACTION_API_URL ?? null,
    },
    { status: works ? 200 : 410 },
  )
}

export async function action({ request, params, context }: Route.ActionArgs) {
  if (!(await setupLinkWorks(params.token))) return data(null, { status: 410 })
  return perform(await request.formData(), { request, token: params.token, context })
}

type Sent = { token: string } & Pick<Route.ActionArgs, 'request' | 'context'>

const perform = intents({ test: testAddress, create: createAdmin })

async function testAddress(form: FormData, { request }: Sent) {
  const { values, problems } = readForm(form, setupFields)
  const address = ExtractionUrl.safeParse(values.extractionUrl)
  const answer = { values, test: null }
  if (!address.success) {
    const { extractionUrl } = problems
    return data<Answer>({ ...answer, problems: { extractionUrl } }, { status: 400 })
  }
  const test = await testExtraction(address.data, request.signal)
  return data<Answer>({ ...answer, problems: {}, test })
}

async function createAdmin(form: FormData, { token, context }: Sent) {
  const { fields, values, problems } = readForm(form, setupFields)
  const refuse = (more: Answer['problems']) => {
    const answer = { values, problems: { ...problems, ...more }, test: null }
    return data<Answer>(answer, { status: 400 })
  }
  const { password, problems: passwordProblems } = readNewPassword(form, values)
  if (fields === null || Object.keys(passwordProblems).length > 0) return refuse(passwordProblems)

  const visitor = visitorOf(context)
  const { siteName, extractionUrl, ...admin } = fields
  const result = await setUpFirstAdmin(token, { ...admin, password }, visitor.requestId)
  if (!result.ok) {
    if (result.problem === 'link_used') return data(null, { status: 410 })
    if (result.problem === 'email_taken') return refuse({ email: 'This account already exists.' })
    return refuse({ password: passwordProblem(result.faults) })
  }
  const { user } = result
  const changes = {
    siteName,
    // The environment's address isn't asked for, as it would override this one.
    ...(env.EXTRACTION_API_URL === undefined && { extractionUrl }),
  }
  const actor = { id: user.id, label: user.email, requestId: visitor.requestId }
  await changeSettings(changes, actor)
  const session = context.get(sessionContext)
  await session.start({ userId: user.id, stage: 'full', remember: false })
  session.rememberDevice(user.id)
  await recordSignIn(user, visitor, { secondStep: null, remember: false })
  await session.flash('success', `Welcome, ${user.name}. Your account is ready.`)
  return redirectDocument(throughSignIn('/admin'))
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return testInBrowser(request, () => serverAction())
}

const setUpText = 'This site is set up already. Sign in, or ask an operator to invite you.'
const oldText = 'A setup link works once, within 30 minutes. Restart the server to get a new one.'
/** After a refused form nothing is reloaded, so which of the two it is isn't known. */
const goneText = 'It was used meanwhile, or is too old. Sign in if you have an account.'

export default function Setup({ loaderData, actionData }: Route.ComponentProps) {
  const { works, isSetUp, rules, fixedExtractionUrl } = loaderData
  if (!works || actionData === null) {
    return (
      <AuthCard title="This setup link no longer works">
        <p>{works ? goneText : isSetUp ? setUpText : oldText}</p>
        <Link className={button()} to={href('/admin/login')}>
          Sign in
        </Link>
      </AuthCard>
    )
  }
  const test = actionData?.test ?? null
  return (
    <AuthCard
      wide
      title="Set up your site"
      lead="Create the first admin account. You can invite others later."
      refused={Object.keys(actionData?.problems ?? {}).length > 0}
    >
      <Form method="post" className="grid gap-6">
        {/* Enter in a field presses a form's first button, which must not be the test. */}
        <button
          type="submit"
          name="intent"
          value="create"
          className="sr-only"
          tabIndex={-1}
          aria-hidden
        >
          Create the account
        </button>
        <FormFields
          values={{ siteName: loaderData.siteName }}
          {...actionData}
          fieldNames={newPasswordNames}
        >
          <fieldset className="grid gap-4">
            <legend className="mb-3 font-semibold">The site</legend>
            <TextField
              label="Site name"
              name="siteName"
              required
              maxLength={60}
              autoComplete="off"
            />
            {fixedExtractionUrl === null ? (
              <div>
                <TextField
                  label="Address of the extraction service"
                  name="extractionUrl"
                  type="url"
                  maxLength={500}
                  autoComplete="off"
                  spellCheck={false}
                  hint="Optional. Without one, clips come from TikTok’s own pages."
                />
                <div className="mt-3 flex flex-wrap items-center gap-3">
                  <TestLookup name="extractionUrl" value="test" label="Test look-up" test={test} />
                </div>
                {test !== null && (
                  <p className="mt-1 text-xs text-muted">
                    Testing clears the passwords, so type them again below.
                  </p>
                )}
              </div>
            ) : (
              <p className="mt-1 text-xs text-muted">
                The extraction service is set by EXTRACTION_API_URL: {fixedExtractionUrl}
              </p>
            )}
          </fieldset>
          <fieldset className="grid gap-4">
            <legend className="mb-3 font-semibold">Your account</legend>
            <TextField label="Your name" name="name" required maxLength={100} autoComplete="name" />
            <TextField
              label="Email"
              name="email"
              type="email"
              required
              maxLength={254}
              autoComplete="username"
              spellCheck={false}
            />
            <NewPasswordFields rules={rules} />
          </fieldset>
        </FormFields>
        <SubmitButton intent="create">Create the account</SubmitButton>
      </Form>
    </AuthCard>
  )
}
