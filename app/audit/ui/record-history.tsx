import { href, Link } from 'react-router'
import type { AuditLine } from '#app/audit/audit.server.ts'
import { actionText } from '#app/ui/admin/action-text.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { AuditFacts } from './audit-facts.tsx'

/** What was done to something lately, and by whom; `object` is its name in the log. */
export function RecordHistory({ lines, object }: { lines: AuditLine[]; object: string }) {
  return (
    <section className="panel" aria-labelledby="history">
      <h2 id="history" className="admin-subtitle">
        History
      </h2>
      {lines.length === 0 ? (
        <p className="text-muted">Nothing is on record.</p>
      ) : (
        <>
          <ul className="records">
            {lines.map(({ seq, at, action, actorLabel, before, after }) => (
              <li key={seq}>
                <p>
                  <span className="font-semibold">{actionText(action)}</span> by {actorLabel}
                </p>
                <AuditFacts before={before} after={after} />
                <p className="hint">
                  <DateTime at={at} as="time" />
                </p>
              </li>
            ))}
          </ul>
          <p>
            <Link className="link" to={`${href('/admin/audit')}?object=${object}`}>
              All of it in the audit log
            </Link>
          </p>
        </>
      )}
    </section>
  )
}
