import type { ReportStatus } from '#app/dmca/status.server.ts'
import { keyLabel } from '#app/download/platforms/platform-key.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { formatDay } from '#app/i18n/document-format.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { startOf } from '#app/time/calendar-day.ts'
import { card } from '#app/ui/surface.ts'
import { Fact } from './fact.tsx'

/** A copy of a counter-notice, with the time left for the claimant to go to court. */
export function CounterNoticeCopy({ notice }: { notice: ReportStatus['counterNotices'][number] }) {
  const { t, language } = useDocumentI18n()
  const { copy, posts } = t.dmca.status
  const { form, counter } = t.dmca
  const day = (text: string) => formatDay(startOf(text), language)
  const id = `counter-notice-${notice.id}`
  return (
    <section
      className={`${card} grid gap-4`}
      aria-labelledby={id}
      data-counter-notice={notice.status}
    >
      <h2 id={id} className="display text-2xl">
        {copy.title}
      </h2>
      <p className="font-semibold">
        {notice.status === 'waiting'
          ? fill(copy.window, { from: day(notice.earliestOn), until: day(notice.latestOn) })
          : counter[notice.status]}
      </p>
      <dl className="grid gap-4">
        <Fact name={copy.received}>{day(notice.receivedOn)}</Fact>
        <Fact name={copy.sender}>
          <bdi>{notice.senderName}</bdi>
        </Fact>
        <Fact name={form.postalAddress}>
          <span className="whitespace-pre-line">{notice.senderAddress}</span>
        </Fact>
        <Fact name={form.phone}>{notice.senderPhone}</Fact>
        {notice.senderEmail !== '' && <Fact name={form.email}>{notice.senderEmail}</Fact>}
        <Fact name={posts}>{notice.postIds.map(keyLabel).join(', ')}</Fact>
        <Fact name={copy.statement}>
          <span className="whitespace-pre-line" dir="auto">
            {notice.statement}
          </span>
        </Fact>
        <Fact name={copy.signature}>
          <bdi>{notice.signature}</bdi>
        </Fact>
      </dl>
    </section>
  )
}
