import { data, redirect } from 'react-router'
import { type CounterCase, counterCase } from '#app/dmca/counter-filing.server.ts'
import { CounterForm } from '#app/dmca/ui/counter-form.tsx'
import { stampForm } from '#app/http/form-stamp.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { formatDay } from '#app/i18n/document-format.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'
import { startOf } from '#app/time/calendar-day.ts'
import { button } from '#app/ui/button.ts'
import { note } from '#app/ui/note.ts'
import { MessagePage } from '#app/ui/site/messages/message-page.tsx'
import { card } from '#app/ui/surface.ts'
import type { Route } from './+types/counter'
import { takeCounterNotice } from './take-counter-notice.server.ts'

/** As for the claimant's page: the address is a secret, and the form needs its origin. */
const headersOfSecrets = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' }

export async function loader({ params, url }: Route.LoaderArgs) {
  const found = await counterCase(params.token)
  return data(
    {
      found,
      formStamp: stampForm(),
      sent: url.searchParams.has('sent'),
      mailed: mailIsSetUp(),
      siteName: settings().siteName,
    },
    { status: found === null ? 404 : 200, headers: headersOfSecrets },
  )
}

/** Files the counter-notice and returns to the same page, where its days are told. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const language = pageLanguage(params.lang)
  const { clientAddress } = context.get(requestContext)
  const form = await request.formData()
  const outcome = await takeCounterNotice(params.token, form, { clientAddress, language })
  if (outcome.ok) {
    const path = localPath(`/dmca/counter/${params.token}`, language, defaultLanguage())
    return redirect(`${path}?sent`, { status: 303, headers: headersOfSecrets })
  }
  const { refused, status, retryAfterSeconds } = outcome
  const headers: Record<string, string> = { ...headersOfSecrets }
  if (retryAfterSeconds !== null) headers['Retry-After'] = String(retryAfterSeconds)
  return data({ refused }, { status, headers })
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders
}

export default function CounterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, localPath: local } = useDocumentI18n()
  const { found, formStamp, sent, mailed, siteName } = loaderData
  const texts = t.dmca.counter
  if (found === null) {
    return (
      <MessagePage title={t.dmca.status.unknownTitle} text={t.dmca.status.unknown}>
        <a className={button()} href={`${local('/dmca')}#counter-notice`}>
          {t.header.dmca}
        </a>
      </MessagePage>
    )
  }
  const refused = actionData !== undefined && 'refused' in actionData ? actionData.refused : null
  return (
    <div className="wrap-narrow pt-8 pb-14 md:pt-12 md:pb-20 lg:pt-16 xl:pb-28 grid gap-6">
      <title>{texts.title}</title>
      <meta name="robots" content="noindex" />
      <h1 className="display text-4xl">{texts.title}</h1>
      {sent && (
        <p className={note} role="status">
          {texts.sent} {mailed && texts.sentMail}
        </p>
      )}
      <p className="text-lg text-pretty text-muted">{fill(texts.lead, { site: siteName })}</p>
      <Facts found={found} />
      {found.received.length > 0 && <Received found={found} />}
      {found.open.length === 0 && found.received.every(({ status }) => status !== 'waiting') && (
        <p className={note}>{texts.nothingBlocked}</p>
      )}
      {/* A refused form is shown whatever became of the report: its words may be needed elsewhere. */}
      {(found.open.length > 0 || refused !== null) && (
        <CounterForm open={found.open} formStamp={formStamp} refused={refused} />
      )}
    </div>
  )
}

function Facts({ found: { number, workTitle, decidedAt } }: { found: CounterCase }) {
  const { t, language } = useDocumentI18n()
  const texts = t.dmca.counter
  return (
    <dl className={`${card} grid gap-4`}>
      <Fact name={texts.report}>{number}</Fact>
      <Fact name={t.dmca.status.work}>
        <bdi>{workTitle}</bdi>
      </Fact>
      {decidedAt !== null && <Fact name={texts.blockedOn}>{formatDay(decidedAt, language)}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function Received({ found }: { found: CounterCase }) {
  const { t, language } = useDocumentI18n()
  const texts = t.dmca.counter
  const day = (text: string) => formatDay(startOf(text), language)
  return (
    <section aria-labelledby="received">
      <h2 id="received" className="display text-2xl">
        {texts.received}
      </h2>
      <ol className="mt-4 grid gap-4">
        {found.received.map(({ id, status, receivedOn, earliestOn, latestOn, postIds }) => (
          <li key={id} className={card} data-counter-notice={status}>
            <p className="text-muted text-sm">{day(receivedOn)}</p>
            <p className="font-semibold">{texts[status]}</p>
            {status === 'waiting' && (
              <p className="mt-2">
                {fill(texts.window, { from: day(earliestOn), until: day(latestOn) })}
              </p>
            )}
            <p className="mt-2 text-muted text-sm wrap-anywhere">{postIds.join(', ')}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
