import { href, Link } from 'react-router'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Records } from '#app/ui/admin/facts.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { link } from '#app/ui/link.ts'
import { AuditFacts } from './audit-facts.tsx'
import { AuditSentence } from './audit-sentence.tsx'
import type { ToldLine } from './told-line.server.ts'

/** What was done to something lately, and by whom; `object` is its name in the log. */
export function RecordHistory({ lines, object }: { lines: ToldLine[]; object: string }) {
  return (
    <Panel titleId="history" title="History">
      {lines.length === 0 ? (
        <p className="text-muted">Nothing recorded yet.</p>
      ) : (
        <>
          <Records>
            {lines.map((line) => (
              <li key={line.seq}>
                <p>
                  <AuditSentence parts={line.sentence} />
                </p>
                <AuditFacts facts={line.facts} />
                <p className="mt-1 text-xs text-muted">
                  <DateTime at={line.at} as="time" />
                </p>
              </li>
            ))}
          </Records>
          <p>
            <Link className={link} to={`${href('/admin/audit')}?object=${object}`}>
              See all in the audit log
            </Link>
          </p>
        </>
      )}
    </Panel>
  )
}
