import type { PastCheck } from '#app/backlinks/check-record.server.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Records } from '#app/ui/admin/facts.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { issueTexts, outcomeTexts, statusTexts } from './backlink-texts.ts'

/** What the last checks of a backlink found, the latest first. */
export function CheckHistory({ checks }: { checks: PastCheck[] }) {
  return (
    <Panel titleId="checks" title="Checks">
      {checks.length === 0 ? (
        <p className="text-muted">Not checked yet.</p>
      ) : (
        <Records>
          {checks.map((check) => (
            <CheckRecord key={check.id} check={check} />
          ))}
        </Records>
      )}
    </Panel>
  )
}

function CheckRecord({ check }: { check: PastCheck }) {
  const { at, outcome, statusCode, anchor, rel, issue, finalUrl, statusBefore, statusAfter } = check
  const facts = [
    ...(statusCode === null ? [] : [`Status code ${statusCode}`]),
    ...(anchor === null || anchor === '' ? [] : [`Anchor “${anchor}”`]),
    ...(rel === null || rel === '' ? [] : [`rel ${rel}`]),
    ...(statusBefore === statusAfter
      ? []
      : [`${statusTexts[statusBefore].label} → ${statusTexts[statusAfter].label}`]),
  ]
  return (
    <li>
      <div className="flex items-center justify-between gap-4">
        <StatusBadge {...outcomeTexts[outcome]} />
        <span className="mt-1 text-xs text-muted">
          <DateTime at={at} as="time" />
        </span>
      </div>
      {issue !== null && <p>{issueTexts[issue]}</p>}
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
      {finalUrl !== null && <p className="mt-1 text-xs text-muted">{finalUrl}</p>}
    </li>
  )
}
