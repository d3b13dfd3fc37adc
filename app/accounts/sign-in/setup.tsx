import { data, Form, href, Link, redirectDocument } from 'react-router'
import { z } from 'zod'
import { setUpFirstAdmin, setupLinkWorks } from '#app/accounts/admin-start.server.ts'
import {
  passwordFaultText,
  passwordRules,
  readNewPassword,
} from '#app/accounts/credentials/password.server.ts'
import { recordSignIn } from '#app/accounts/credentials/sign-in.server.ts'
import { visitorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { AuthCard, ProblemBox } from '#app/accounts/ui/auth-card.tsx'
import { NewPasswordFields } from '#app/accounts/ui/new-password-fields.tsx'
import { UserEmail, UserName } from '#app/accounts/user.server.ts'
import {
  type ExtractionTest,
  testExtraction,
} from '#app/download/extraction/extraction-test.server.ts'
import { env } from '#app/env.server.ts'
import { changeSettings, settings } from '#app/settings/settings.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { TextField } from '#app/ui/admin/forms/field.tsx'
import { TestLookup, testInBrowser } from '#app/ui/admin/forms/test-lookup.tsx'
import type { Route } from './+types/setup'

const SiteName = z.string().trim().min(1).max(60)
const ExtractionUrl = z.union([
  z
    .string()
    .trim()
    .max(500)
    .pipe(z.url({ protocol: /^https?$/ })),
  z.literal(''),
])

type FieldName = 'name' | 'email' | 'siteName' | 'extractionUrl'
type Typed = Record<FieldName, string>
type Answer = {
  typed: Typed
  problems: Partial<Record<FieldName, string>>
  passwordProblems: string[]
  test: ExtractionTest | null
}

export async function loader({ params }: Route.LoaderArgs) {
  const works = await setupLinkWorks(params.token)
  return data(
    {
      works,
      rules: passwordRules(),
      siteName: settings().siteName,
      fixedExtractionUrl: env.EXTRACTION_API_URL ?? null,
    },
    { status: works ? 200 : 410 },
  )
}

export async function action({ request, params, context }: Route.ActionArgs) {
  if (!(await setupLinkWorks(params.token))) return data(null, { status: 410 })
  const form = await request.formData()
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, 1000) : ''
  }
  const typed = {
    name: text('name'),
    email: text('email'),
    siteName: text('siteName'),
    extractionUrl: text('extractionUrl'),
  }
  const name = UserName.safeParse(typed.name)
  const email = UserEmail.safeParse(typed.email)
  const siteName = SiteName.safeParse(typed.siteName)
  const extractionUrl = ExtractionUrl.safeParse(typed.extractionUrl)
  const answer: Answer = { typed, problems: {}, passwordProblems: [], test: null }
  if (!extractionUrl.success) {
    answer.problems.extractionUrl = 'This is not an http or https address.'
  }
  if (text('do') === 'test') {
    if (!extractionUrl.success) return data(answer, { status: 400 })
    return data({ ...answer, test: await testExtraction(extractionUrl.data, request.signal) })
  }

  if (!name.success) answer.problems.name = 'Enter your name, in at most 100 characters.'
  if (!email.success) answer.problems.email = 'This is not an email address.'
  if (!siteName.success) answer.problems.siteName = 'Enter a name, in at most 60 characters.'
  const { password, problems } = readNewPassword(form, typed)
  answer.passwordProblems.push(...problems)
  if (
    !(name.success && email.success && siteName.success && extractionUrl.success) ||
    answer.passwordProblems.length > 0
  ) {
    return data(answer, { status: 400 })
  }

  const visitor = visitorOf(context)
  const admin = { name: name.data, email: email.data, password }
  const result = await setUpFirstAdmin(params.token, admin, visitor.requestId)
  if (!result.ok) {
    if (result.problem === 'link_used') return data(null, { status: 410 })
    if (result.problem === 'email_taken') answer.problems.email = 'This account exists already.'
    else answer.passwordProblems.push(...result.faults.map(passwordFaultText))
    return data(answer, { status: 400 })
  }
  const { user } = result
  const changes = {
    siteName: siteName.data,
    // The environment's address is not asked for, and would win over this one.
    ...(env.EXTRACTION_API_URL === undefined && { extractionUrl: extractionUrl.data }),
  }
  const actor = { id: user.id, label: user.email, requestId: visitor.requestId }
  await changeSettings(changes, actor)
  const session = context.get(sessionContext)
  await session.start({ userId: user.id, stage: 'full', remember: false })
  session.rememberDevice(user.id)
  await recordSignIn(user, visitor, { secondStep: null, remember: false })
  await session.flash('success', `Welcome, ${user.name}. Your account is ready.`)
  return redirectDocument('/admin')
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return testInBrowser(request, () => serverAction())
}

export default function Setup({ loaderData, actionData }: Route.ComponentProps) {
  const { works, rules, fixedExtractionUrl } = loaderData
  if (!works || actionData === null) {
    return (
      <AuthCard title="This set-up link no longer works">
        <p>
          It works for 30 minutes and once, and only while there is no admin. Each start of the
          server prints a new one.
        </p>
        <Link className={button()} to={href('/admin/login')}>
          Sign in
        </Link>
      </AuthCard>
    )
  }
  const typed = actionData?.typed
  const problems = actionData?.problems ?? {}
  const test = actionData?.test ?? null
  const faulty = Object.keys(problems).length > 0 || (actionData?.passwordProblems.length ?? 0) > 0
  return (
    <AuthCard
      wide
      title="Set up your site"
      lead="This makes the first admin account. More can be added later."
    >
      {faulty && <ProblemBox>Some fields need another look.</ProblemBox>}
      <Form method="post" className="grid gap-6">
        {/* Enter in a field presses a form's first button: the test is not it. */}
        <button
          type="submit"
          name="do"
          value="create"
          className="sr-only"
          tabIndex={-1}
          aria-hidden
        >
          Create the account
        </button>
        <fieldset className="grid gap-4">
          <legend className="mb-3 font-semibold">The site</legend>
          <TextField
            label="Site name"
            name="siteName"
            required
            maxLength={60}
            autoComplete="off"
            defaultValue={typed?.siteName ?? loaderData.siteName}
            problem={problems.siteName}
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
                defaultValue={typed?.extractionUrl ?? ''}
                problem={problems.extractionUrl}
                hint="Optional. Without one, clips come from TikTok's own pages."
              />
              <div className="mt-3 flex flex-wrap items-center gap-3">
                <TestLookup name="extractionUrl" value="test" label="Test look-up" test={test} />
              </div>
              {test !== null && (
                <p className="mt-1 text-xs text-muted">
                  Passwords are not kept by a test: type them again below.
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
          <TextField
            label="Your name"
            name="name"
            required
            maxLength={100}
            autoComplete="name"
            defaultValue={typed?.name}
            problem={problems.name}
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            required
            maxLength={254}
            autoComplete="username"
            spellCheck={false}
            defaultValue={typed?.email}
            problem={problems.email}
          />
          <NewPasswordFields rules={rules} problems={actionData?.passwordProblems ?? []} />
        </fieldset>
        <button type="submit" className={button()} name="do" value="create">
          Create the account
        </button>
      </Form>
    </AuthCard>
  )
}
