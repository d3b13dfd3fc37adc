import { href, Link } from 'react-router'
import type { AuditLine } from '#app/audit/audit.server.ts'
import { actionText } from '#app/ui/admin/action-text.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Records } from '#app/ui/admin/facts.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { link } from '#app/ui/link.ts'
import { AuditFacts } from './audit-facts.tsx'

/** What was done to something lately, and by whom; `object` is its name in the log. */
export function RecordHistory({ lines, object }: { lines: AuditLine[]; object: string }) {
  return (
    <Panel titleId="history" title="History">
      {lines.length === 0 ? (
        <p className="text-muted">Nothing is on record.</p>
      ) : (
        <>
          <Records>
            {lines.map(({ seq, at, action, actorLabel, before, after }) => (
              <li key={seq}>
                <p>
                  <span className="font-semibold">{actionText(action)}</span> by {actorLabel}
                </p>
                <AuditFacts before={before} after={after} />
                <p className="mt-1 text-xs text-muted">
                  <DateTime at={at} as="time" />
                </p>
              </li>
            ))}
          </Records>
          <p>
            <Link className={link} to={`${href('/admin/audit')}?object=${object}`}>
              All of it in the audit log
            </Link>
          </p>
        </>
      )}
    </Panel>
  )
}
