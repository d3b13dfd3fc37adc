import { data, redirect } from 'react-router'
import {
  type CounterCase,
  counterCase,
  fileCounterNotice,
} from '#app/dmca/counter-filing.server.ts'
import {
  type CounterProblems,
  counterValues,
  readCounterForm,
} from '#app/dmca/counter-form.server.ts'
import { CounterForm, type RefusedCounter } from '#app/dmca/ui/counter-form.tsx'
import { Fact } from '#app/dmca/ui/fact.tsx'
import type { NoticeRefusal } from '#app/dmca/ui/notice-form.tsx'
import { keyLabel } from '#app/download/platforms/platform-key.ts'
import { takeForm } from '#app/http/form-limit.server.ts'
import { checkStamp, stampForm } from '#app/http/form-stamp.server.ts'
import { headersOfSecrets } from '#app/http/page-headers.ts'
import { createLimiter, takePoint } from '#app/http/rate-limit.server.ts'
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
import { PageTitle } from '#app/ui/site/head/page-title.tsx'
import { MessagePage } from '#app/ui/site/messages/message-page.tsx'
import { card } from '#app/ui/surface.ts'
import type { Route } from './+types/counter'

/** Per network and day, as for notices. */
const dailyLimit = createLimiter('counter notices of a day', 5, 86_400)

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

/**
 * Checks the poster's form, cheapest checks first, files it, and returns to the same page, which
 * shows its days.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const language = pageLanguage(params.lang)
  const { clientAddress } = context.get(requestContext)
  const form = await request.formData()
  const typed = (name: string) => String(form.get(name) ?? '').slice(0, 200)
  const values = counterValues(form)
  const stamp = typed('stamp')
  const refuse = (
    refusal: NoticeRefusal,
    {
      retryAfterSeconds: wait,
      status = wait === undefined ? 400 : 429,
      ...more
    }: {
      problems?: CounterProblems
      stamp?: string
      status?: number
      retryAfterSeconds?: number
    } = {},
  ) => {
    const refused: RefusedCounter = { refusal, values, problems: {}, stamp, ...more }
    const retryAfter: Record<string, string> =
      wait === undefined ? {} : { 'Retry-After': String(wait) }
    return data({ refused }, { status, headers: { ...headersOfSecrets, ...retryAfter } })
  }

  const found = await counterCase(params.token)
  if (found === null) return refuse({ kind: 'closed' }, { status: 404 })
  // A form sent twice names posts that are waiting by now: it is filed once, with the same answer.
  const waiting = found.received.filter(({ status }) => status === 'waiting')
  const about = [...found.open, ...waiting.flatMap(({ postIds }) => postIds)]
  if (about.length === 0) return refuse({ kind: 'closed' }, { status: 409 })
  const { notice, problems } = readCounterForm(values, typed('declared'), about)
  if (notice === null) return refuse({ kind: 'fields' }, { problems })
  const pace = checkStamp(stamp)
  if (pace === 'too_fast') return refuse({ kind: 'tooFast' })
  if (pace === 'stale') return refuse({ kind: 'stale' }, { stamp: stampForm() })
  // Reported openly: a browser's autofill may have caused it, and no form may get lost silently.
  if (typed('topic') !== '') return refuse({ kind: 'trap' })

  const pause = await takeForm('dmca counter', clientAddress)
  if (pause !== null) {
    return refuse({ kind: 'busy', minutes: Math.ceil(pause / 60) }, { retryAfterSeconds: pause })
  }
  const filed = await fileCounterNotice(found.reportId, notice, {
    language,
    stamp,
    takePoint: () => takePoint(dailyLimit, 'dmca counter', clientAddress),
  })
  if (filed === 'closed') return refuse({ kind: 'closed' }, { status: 409 })
  if (filed === 'filed') {
    const path = localPath(`/dmca/counter/${params.token}`, language, defaultLanguage())
    return redirect(`${path}?sent`, { status: 303, headers: headersOfSecrets })
  }
  const { retryAfterSeconds } = filed
  return refuse(
    { kind: 'limit', hours: Math.ceil(retryAfterSeconds / 3600) },
    { retryAfterSeconds },
  )
}

export { headers } from '#app/http/page-headers.ts'

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
  const latest = found.received[0]
  const isWaiting = latest?.status === 'waiting'
  let title = texts.title
  if (latest !== undefined) {
    title = isWaiting ? texts.sentTitle : fill(texts.mail.title, { report: found.number })
  }
  const refused = actionData?.refused ?? null
  return (
    <div className="wrap-narrow pt-8 pb-14 md:pt-12 md:pb-20 lg:pt-16 xl:pb-28 grid gap-6">
      <PageTitle title={title} refused={refused !== null} />
      <meta name="robots" content="noindex" />
      <h1 className="display text-4xl wrap-anywhere">{title}</h1>
      {latest === undefined ? (
        <p className="text-lg text-pretty text-muted">{fill(texts.lead, { site: siteName })}</p>
      ) : (
        isWaiting && (
          <p className="text-lg text-pretty text-muted" role={sent ? 'status' : undefined}>
            {sent && mailed ? `${texts.sent} ${texts.sentMail}` : texts.sent}
          </p>
        )
      )}
      <Facts found={found} />
      {found.received.length > 0 && <Received found={found} />}
      {found.open.length === 0 && found.received.every(({ status }) => status !== 'waiting') && (
        <p className={note}>{texts.nothingBlocked}</p>
      )}
      {/* A refused form is shown whatever the report's state: its text may be needed elsewhere. */}
      {latest !== undefined && found.open.length > 0 && (
        <div className="grid gap-3">
          <h2 className="display text-2xl">{texts.title}</h2>
          <p className="text-pretty text-muted">{fill(texts.lead, { site: siteName })}</p>
        </div>
      )}
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
        {found.received.map(
          ({ id, status, receivedOn, earliestOn, latestOn, postIds, passedOn }) => (
            <li key={id} className={card} data-counter-notice={status}>
              <p className="text-muted text-sm">{day(receivedOn)}</p>
              <p className="font-semibold">
                {status === 'waiting' && passedOn === null ? texts.notReached : texts[status]}
              </p>
              {status === 'waiting' && passedOn === null && (
                <p className="mt-2">{texts.notReachedHint}</p>
              )}
              {status === 'waiting' && (
                <p className="mt-2">
                  {fill(texts.window, { from: day(earliestOn), until: day(latestOn) })}
                </p>
              )}
              <p className="mt-2 text-muted text-sm wrap-anywhere">
                {postIds.map(keyLabel).join(', ')}
              </p>
            </li>
          ),
        )}
      </ol>
    </section>
  )
}
