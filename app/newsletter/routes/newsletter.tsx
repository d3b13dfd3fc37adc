import { data } from 'react-router'
import { z } from 'zod'
import { EmailAddress } from '#app/http/email-address.ts'
import { takeForm } from '#app/http/form-limit.server.ts'
import { checkStamp, stampForm } from '#app/http/form-stamp.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { signUpStamp, subscribe } from '#app/newsletter/newsletter.server.ts'
import { type NewsletterAnswer, NewsletterBox } from '#app/newsletter/ui/newsletter-box.tsx'
import { pageLanguage } from '#app/settings/site-language.server.ts'
import { PageTitle } from '#app/ui/site/head/page-title.tsx'
import type { Route } from './+types/newsletter'

const Form = z.object({
  email: z.string().trim().max(1000).catch(''),
  stamp: z.string().max(100).catch(''),
  subject: z.string().catch('filled'),
  source: z
    .string()
    .regex(/^\/[\w/-]{0,150}$/)
    .catch('/'),
})

export function loader() {
  return { formStamp: signUpStamp() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = Form.parse(Object.fromEntries(await request.formData()))
  const answer = await answerTo(form, pageLanguage(params.lang), context.get(requestContext))
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (answer.kind === 'tooMany') headers['Retry-After'] = String(answer.minutes * 60)
  return data({ answer }, { status: statusOf(answer), headers })
}

export { headers } from '#app/http/page-headers.ts'

type Language = ReturnType<typeof pageLanguage>

async function answerTo(
  { email, stamp, subject, source }: z.infer<typeof Form>,
  language: Language,
  { clientAddress }: { clientAddress: string },
): Promise<NewsletterAnswer> {
  if (!mailIsSetUp()) return { kind: 'off' }
  const typed = email.slice(0, 254)
  const problem = (name: 'empty' | 'invalid' | 'tooFast' | 'stale', next = stamp) =>
    ({ kind: 'problem', problem: name, typed, stamp: next }) as const
  if (email === '') return problem('empty')
  const address = EmailAddress.safeParse(email).data
  if (address === undefined) return problem('invalid')
  const pace = checkStamp(stamp)
  if (pace === 'too_fast') return problem('tooFast')
  if (pace === 'stale') return problem('stale', stampForm())
  const wait = await takeForm('newsletter', clientAddress)
  if (wait !== null) return { kind: 'tooMany', minutes: Math.ceil(wait / 60), typed, stamp }
  // A bot that fills in every field gets a pretended success.
  if (subject !== '') return { kind: 'mailed', email }
  await subscribe(address, { language, source })
  return { kind: 'mailed', email }
}

function statusOf(answer: NewsletterAnswer): number {
  if (answer.kind === 'tooMany') return 429
  if (answer.kind === 'off') return 409
  return answer.kind === 'problem' ? 400 : 200
}

export default function Newsletter({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useDocumentI18n()
  const isRefused = actionData !== undefined && actionData.answer.kind !== 'mailed'
  return (
    <div className="wrap pt-8 pb-14 md:pt-12 md:pb-20 lg:pt-16 xl:pb-28">
      <PageTitle title={t.newsletter.title} refused={isRefused} />
      <meta
        name="description"
        content={loaderData.formStamp === null ? t.newsletter.feedLead : t.newsletter.description}
      />
      <meta name="robots" content="noindex" />
      <h1 className="display mb-8 text-4xl">{t.newsletter.title}</h1>
      <NewsletterBox formStamp={loaderData.formStamp} answer={actionData?.answer ?? null} />
    </div>
  )
}
