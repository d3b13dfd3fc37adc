import { renderToStaticMarkup } from 'react-dom/server'
import type { DmcaReport } from '#app/dmca/report.server.ts'
import { keyLabel } from '#app/download/platforms/platform-key.ts'
import { type Day, startOf } from '#app/time/calendar-day.ts'
import { dayText, timeText, zoneText } from '#app/time/time-text.ts'
import {
  capacityTexts,
  counterNoticeTexts,
  eventText,
  mailText,
  statusTexts,
} from './report-texts.ts'

const styles = `
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #12131a; background: #fff;
    font: 0.95rem/1.5 system-ui, "Segoe UI", Roboto, Arial, sans-serif; }
  h1 { margin: 0 0 0.25rem; font-size: 1.6rem; } h2 { margin: 1.75rem 0 0.5rem; font-size: 1.1rem; }
  table { width: 100%; border-collapse: collapse; }
  th, td { border-top: 1px solid #ccc; padding: 0.35rem 0.5rem 0.35rem 0; text-align: start;
    vertical-align: top; white-space: pre-line; overflow-wrap: anywhere; }
  th { width: 11rem; font-weight: 600; } tr, blockquote { break-inside: avoid; }
  blockquote { margin: 0 0 0.5rem; border-inline-start: 3px solid #999; padding-inline-start: 0.75rem; }
  footer { margin-top: 2rem; color: #555; font-size: 0.85rem; }
  @page { margin: 2cm; } @media print { body { max-width: none; margin: 0; padding: 0; } }`

/** Returns a complete HTML document with a report's fields and history, and its own styles. */
export function reportDocument(report: DmcaReport, siteName: string, timeZone: string): string {
  const page = <ReportDocument report={report} siteName={siteName} timeZone={timeZone} />
  return `<!doctype html>\n${renderToStaticMarkup(page)}\n`
}

function ReportDocument({
  report,
  siteName,
  timeZone,
}: {
  report: DmcaReport
  siteName: string
  timeZone: string
}) {
  const time = (at: number) => timeText(at, timeZone)
  const day = (text: Day) => dayText(startOf(text))
  const { number, status, submittedAt, decidedAt } = report
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${number}: ${report.workTitle}`}</title>
        <style>{styles}</style>
      </head>
      <body>
        <h1>{`${number}: copyright notice`}</h1>
        <p>{`${statusTexts[status].label}. 17 U.S.C. 512(c)(3). All times in ${zoneText(timeZone)}.`}</p>
        <Rows
          rows={[
            ['Submitted', time(submittedAt)],
            [statusTexts[status].label, decidedAt === null ? '' : time(decidedAt)],
            ['Work', report.workTitle],
            ['Description', report.workDescription],
            ['Original addresses', report.workAddresses],
            ['Remarks', report.remarks],
          ]}
        />
        <h2>Claimant</h2>
        <Rows
          rows={[
            ['Name', report.claimantName],
            ['Company', report.company],
            ['Postal address', report.postalAddress],
            ['Phone', report.phone],
            ['Email', report.email],
            ['Capacity', capacityTexts[report.capacity]],
            ['On behalf of', report.ownerName],
          ]}
        />
        <h2>Posts</h2>
        <Rows
          rows={report.posts.map(({ postId, line, blocked }) => [
            keyLabel(postId),
            `${line}\n${blocked ? 'Blocked' : 'Not blocked'}`,
          ])}
        />
        <h2>{`Statements, version ${report.declarationsVersion}`}</h2>
        <blockquote>{report.goodFaithText}</blockquote>
        <blockquote>{report.accuracyText}</blockquote>
        <Rows rows={[['Signature', report.signature]]} />
        {report.counterNotices.map((notice) => (
          <section key={notice.id}>
            <h2>Counter-notice</h2>
            <Rows
              rows={[
                ['Status', counterNoticeTexts[notice.status]],
                ['Received on', day(notice.receivedOn)],
                [
                  'Source',
                  notice.source === 'form' ? 'The creator’s form' : 'Recorded by an operator',
                ],
                ['Put back between', `${day(notice.earliestOn)} and ${day(notice.latestOn)}`],
                ['Name', notice.senderName],
                ['Postal address', notice.senderAddress],
                ['Phone', notice.senderPhone],
                ['Email', notice.senderEmail],
                ['Posts', notice.postIds.map(keyLabel).join('\n')],
                ['Statements', notice.statement],
                ['Signature', notice.signature],
              ]}
            />
          </section>
        ))}
        <h2>History</h2>
        <Rows
          rows={report.events.map(({ at, kind, actorLabel, note, mail }) => {
            const lines = [eventText({ kind, actorLabel }), mail && mailText(mail, time), note]
            return [time(at), lines.filter(Boolean).join('\n')]
          })}
        />
        <footer>{`From the records of ${siteName}, ${time(Date.now())}.`}</footer>
      </body>
    </html>
  )
}

function Rows({ rows }: { rows: [name: string, value: string][] }) {
  return (
    <table>
      <tbody>
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change once rendered
            <tr key={index}>
              <th scope="row">{name}</th>
              <td dir="auto">{value}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
