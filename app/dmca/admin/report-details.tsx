import { href, Link } from 'react-router'
import type { DmcaReport, ReportEvent } from '#app/dmca/report.server.ts'
import { keyLabel, splitKey } from '#app/download/platforms/platform-key.ts'
import { countText } from '#app/i18n/count-text.ts'
import { timeText } from '#app/time/time-text.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { Fact, FactList, Records } from '#app/ui/admin/facts.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { link } from '#app/ui/link.ts'
import { capacityTexts, eventText, mailText } from './report-texts.ts'

const partTitle = 'mb-1.5 border-b border-line pb-1 font-bold'

/** Keeps the line breaks of quoted text. */
export const quoted = 'max-w-240 border-s-3 border-line ps-3 whitespace-pre-line wrap-anywhere'

export function ReportDetails({ report }: { report: DmcaReport }) {
  const { number } = report
  return (
    <div className="grid grid-cols-1 gap-5">
      <section aria-label={`Work of ${number}`}>
        <h2 className={partTitle}>Work</h2>
        <FactList>
          <Fact name="Title" isWide>
            {report.workTitle}
          </Fact>
          <Fact name="Description" isWide>
            {report.workDescription}
          </Fact>
          <Fact name="Original addresses" isWide>
            {report.workAddresses}
          </Fact>
          <Fact name="Remarks" isWide>
            {report.remarks}
          </Fact>
        </FactList>
      </section>
      <section aria-label={`Claimant of ${number}`}>
        <h2 className={partTitle}>Claimant</h2>
        <FactList>
          <Fact name="Name">{report.claimantName}</Fact>
          <Fact name="Company">{report.company}</Fact>
          <Fact name="Email">
            <EmailText email={report.email} />
          </Fact>
          <Fact name="Phone">{report.phone}</Fact>
          <Fact name="Postal address" isWide>
            {report.postalAddress}
          </Fact>
          <Fact name="Capacity">{capacityTexts[report.capacity]}</Fact>
          <Fact name="On behalf of">{report.ownerName}</Fact>
        </FactList>
      </section>
      <Posts report={report} />
      <section aria-label={`Statements of ${number}`}>
        <h2 className={partTitle}>Statements, version {report.declarationsVersion}</h2>
        <Records>
          <li>{report.goodFaithText}</li>
          <li>{report.accuracyText}</li>
        </Records>
        <p>
          Signed <strong>{report.signature}</strong>, <DateTime at={report.submittedAt} as="time" />
        </p>
      </section>
      <section aria-label={`History of ${number}`}>
        <h2 className={partTitle}>History</h2>
        <History events={report.events} />
      </section>
    </div>
  )
}

function Posts({ report: { number, posts } }: { report: DmcaReport }) {
  return (
    <section aria-label={`Posts of ${number}`}>
      <h2 className={partTitle}>{countText(posts.length, 'post')}</h2>
      <ul className="grid max-h-80 gap-1.5 overflow-y-auto wrap-anywhere">
        {posts.map(({ postId, source, line, held, blocked, known }) => (
          <li key={postId} className="flex flex-wrap gap-x-2.5">
            {known ? (
              <Link
                className={`${link} pointer-coarse:py-2.5`}
                to={href('/admin/videos/:postId', { postId })}
              >
                {keyLabel(postId)}
              </Link>
            ) : (
              <span>{keyLabel(postId)}</span>
            )}{' '}
            <span className="text-muted">
              {blocked ? (held ? 'blocked' : 'blocked, not by this report') : 'not blocked'}
            </span>{' '}
            <a className={`${link} pointer-coarse:py-2.5`} href={source} rel="noreferrer">
              Open Source
            </a>
            {!line.endsWith(splitKey(postId).id) && (
              <span className="basis-full text-xs text-muted">{line}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function History({ events }: { events: ReportEvent[] }) {
  const { timeZone } = useAdmin()
  return (
    <Records as="ol">
      {events.map(({ id, at, kind, actorLabel, note, mail }) => (
        <li key={id}>
          <p>
            <span className="font-semibold">{eventText({ kind, actorLabel })}</span>
            {', '}
            <DateTime at={at} as="time" />
          </p>
          {mail !== null && (
            <p className="text-muted">{mailText(mail, (sentAt) => timeText(sentAt, timeZone))}</p>
          )}
          {note !== '' && (
            <p className={quoted} dir="auto">
              {note}
            </p>
          )}
        </li>
      ))}
    </Records>
  )
}
