import { isbot } from 'isbot'
import { data, redirect } from 'react-router'
import { noteLimit, typedMargin, typedNote } from '#app/dmca/report.ts'
import { answerOperator, type ReportStatus, reportStatus } from '#app/dmca/status.server.ts'
import { CounterNoticeCopy } from '#app/dmca/ui/counter-notice-copy.tsx'
import { Fact } from '#app/dmca/ui/fact.tsx'
import { keyLabel } from '#app/download/platforms/platform-key.ts'
import { env } from '#app/env.server.ts'
import { takeForm } from '#app/http/form-limit.server.ts'
import { headersOfSecrets } from '#app/http/page-headers.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { fill, plural } from '#app/i18n/catalogue.ts'
import { formatNumber } from '#app/i18n/document-format.ts'
import { colon } from '#app/i18n/format.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { type DocumentI18n, useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'
import { button } from '#app/ui/button.ts'
import { CopyButton, CopyScript } from '#app/ui/copy-button.tsx'
import { field, label } from '#app/ui/field.ts'
import { note } from '#app/ui/note.ts'
import { ProblemSummary } from '#app/ui/problem-summary.tsx'
import { PageTitle } from '#app/ui/site/head/page-title.tsx'
import { MessagePage } from '#app/ui/site/messages/message-page.tsx'
import { UnsentScript } from '#app/ui/site/unsent-script.tsx'
import { badge, card } from '#app/ui/surface.ts'
import type { DmcaStatus } from '#db/schema.ts'
import type { Route } from './+types/status'

/** True if a person reads the page, not a bot or a prefetching browser. */
function isRead({ method, headers }: Request): boolean {
  const ahead = /prefetch|prerender|preview/i.test(headers.get('sec-purpose') ?? '')
  return method === 'GET' && !ahead && !isbot(headers.get('user-agent'))
}

export async function loader({ request, params, url }: Route.LoaderArgs) {
  const report = await reportStatus(params.token, isRead(request))
  const path = localPath(
    `/dmca/status/${params.token}`,
    pageLanguage(params.lang),
    defaultLanguage(),
  )
  return data(
    {
      report,
      link: env.APP_URL + path,
      filed: url.searchParams.has('filed'),
      answered: url.searchParams.has('answered'),
      mailed: mailIsSetUp(),
    },
    { status: report === null ? 404 : 200, headers: headersOfSecrets },
  )
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const text = typedNote(form.get('answer'))
  const refuse = (problem: AnswerProblem, status: number) =>
    data({ problem, text }, { status, headers: headersOfSecrets })
  if (text === '') return refuse('empty', 400)
  if (text.length > noteLimit) return refuse('tooLong', 400)
  const wait = await takeForm('dmca answer', context.get(requestContext).clientAddress)
  if (wait !== null) return refuse({ minutes: Math.ceil(wait / 60) }, 429)
  if (!(await answerOperator(params.token, text))) return refuse('closed', 409)
  const language = pageLanguage(params.lang)
  const path = localPath(`/dmca/status/${params.token}`, language, defaultLanguage())
  return redirect(`${path}?answered`, { status: 303, headers: headersOfSecrets })
}

export { headers } from '#app/http/page-headers.ts'

export default function StatusPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, language, localPath: local } = useDocumentI18n()
  const { report, link, filed, answered, mailed } = loaderData
  const texts = t.dmca.status
  if (report === null) {
    return (
      <MessagePage title={texts.unknownTitle} text={texts.unknown}>
        <a className={button()} href={local('/dmca')}>
          {t.header.dmca}
        </a>
      </MessagePage>
    )
  }
  const { number } = report
  // The page keeps its first address.
  const isNew = filed && report.events.length === 1
  const state = stateOf(report)
  const heading = isNew ? texts.filedTitle : texts.headings[state]
  return (
    <div className="wrap-narrow pt-8 pb-14 md:pt-12 md:pb-20 lg:pt-16 xl:pb-28 grid gap-6">
      <PageTitle
        title={`${number}${colon(language)} ${heading}`}
        refused={actionData !== undefined}
      />
      <meta name="robots" content="noindex" />
      <div className="grid justify-items-start gap-3">
        <span className={`${badge} ${chipLooks[report.status]}`} data-status={report.status}>
          {texts[report.status]}
        </span>
        <h1 className="display text-4xl">{heading}</h1>
      </div>
      {isNew && (
        <p className="text-lg text-pretty text-muted">
          {fill(texts.filed, { report: number })}
          {mailed && ` ${texts.filedMail}`}
        </p>
      )}
      {answered && (
        <p className={note} role="status">
          {texts.sent}
        </p>
      )}
      <div>
        <label className={label} htmlFor="status-link">
          {texts.link}
        </label>
        <div className="flex gap-2.5 [&>copy-button]:grid">
          <input
            id="status-link"
            className={field()}
            readOnly
            defaultValue={link}
            spellCheck={false}
          />
          <CopyButton source="status-link" label={t.copy.label} quiet />
        </div>
        <CopyScript />
      </div>
      <Facts report={report} />
      {report.counterNotices.map((notice) => (
        <CounterNoticeCopy key={notice.id} notice={notice} />
      ))}
      <History report={report} />
      {/* A refused answer is shown whatever the state: its text may be needed elsewhere. */}
      {(report.canAnswer || actionData !== undefined) && (
        <AnswerForm refused={actionData ?? null} open={report.canAnswer} />
      )}
      {report.status === 'rejected' && (
        <p>
          <a className={button()} href={local('/dmca/notice')}>
            {t.dmca.form.again}
          </a>
        </p>
      )}
    </div>
  )
}

/** Returns the state for the heading: whose turn it is while nothing is decided. */
function stateOf({ status, events }: ReportStatus): DmcaStatus | 'asked' {
  return status === 'pending' && events[0]?.kind === 'asked' ? 'asked' : status
}

const chipLooks: Record<DmcaStatus, string> = {
  pending: 'bg-sunken text-warn',
  resolved: 'bg-sunken text-good',
  rejected: 'bg-sunken',
}

function Facts({ report }: { report: ReportStatus }) {
  const { t, language } = useDocumentI18n()
  const texts = t.dmca.status
  return (
    <dl className={`${card} grid gap-4`}>
      <Fact name={t.dmca.counter.report}>{report.number}</Fact>
      <Fact name={texts.submitted}>{dateText(report.submittedAt, language)}</Fact>
      <Fact name={texts.work}>
        <bdi>{report.workTitle}</bdi>
      </Fact>
      <Fact name={texts.posts}>
        <ul>
          {report.posts.map(({ postId, blocked }) => (
            <li key={postId}>
              {keyLabel(postId)}: {blocked ? texts.blocked : texts.notBlocked}
            </li>
          ))}
        </ul>
      </Fact>
    </dl>
  )
}

function History({ report }: { report: ReportStatus }) {
  const { t, language } = useDocumentI18n()
  const texts = t.dmca.status
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="display text-2xl">
        {texts.history}
      </h2>
      <ol className="mt-4 grid gap-6 border-s-4 border-mint pl-2">
        {report.events.map(({ kind, at, note }) => (
          <li key={`${at} ${kind}`}>
            <p className="text-muted text-sm">{dateText(at, language)}</p>
            <p className="font-semibold">{t.dmca.events[kind]}</p>
            {note !== '' && (
              <>
                <p className="mt-2 text-muted text-sm">
                  {kind === 'answered' ? texts.fromYou : texts.fromOperator}
                </p>
                <p className="whitespace-pre-line wrap-anywhere" dir="auto">
                  {note}
                </p>
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

type AnswerProblem = 'empty' | 'closed' | 'tooLong' | { minutes: number }
type RefusedAnswer = { problem: AnswerProblem; text: string }

function AnswerForm({ refused, open }: { refused: RefusedAnswer | null; open: boolean }) {
  const i18n = useDocumentI18n()
  const texts = i18n.t.dmca.status
  const problem = refused === null ? null : refused.problem
  return (
    <form method="post" className="grid justify-items-start gap-3">
      <UnsentScript />
      {problem !== null && <ProblemSummary title={problemText(problem, i18n)} />}
      <label className={`${label} w-full`} htmlFor="answer">
        {texts.answer}
      </label>
      <textarea
        id="answer"
        name="answer"
        className={field({ lines: 'several' })}
        rows={4}
        maxLength={noteLimit + typedMargin}
        defaultValue={refused?.text ?? ''}
        aria-describedby="answer-hint"
        aria-invalid={problem === null ? undefined : true}
      />
      <p id="answer-hint" className="text-muted text-sm">
        {texts.answerHint}
      </p>
      {open && (
        <button type="submit" className={button()}>
          {texts.send}
        </button>
      )}
    </form>
  )
}

function problemText(problem: AnswerProblem, { t, language }: DocumentI18n): string {
  const texts = t.dmca.problems
  if (typeof problem !== 'string') return plural(texts.busy, problem.minutes, language)
  return problem === 'tooLong'
    ? fill(texts.tooLong, { max: formatNumber(noteLimit, language) })
    : t.dmca.status[problem]
}

function dateText(at: number, language: string): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    hourCycle: 'h23',
  })
  return `${format.format(at)} UTC`
}
