import { href, Link } from 'react-router'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Records } from '#app/ui/admin/facts.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { link } from '#app/ui/link.ts'
import { AuditFacts, AuditSentence } from './entry-parts.tsx'
import type { EntryText } from './entry-text.server.ts'

/** A list item besides the audit entries; `at` is in unix milliseconds. */
type HistoryItem = { key: string; at: number; content: React.ReactNode }

/**
 * A record's latest audit entries, newest first, with its own items among them; `object` is its id
 * in the log.
 */
export function RecordHistory({
  lines,
  object,
  title = 'History',
  items = [],
  children,
}: {
  lines: EntryText[]
  object: string
  title?: string
  items?: HistoryItem[]
  children?: React.ReactNode
}) {
  const entries = lines.map((line) => ({
    key: String(line.seq),
    at: line.at,
    content: <Entry line={line} />,
  }))
  const all = [...items, ...entries].sort((a, b) => b.at - a.at)
  return (
    <Panel titleId="history" title={title}>
      {all.length === 0 ? (
        <p className="text-muted">Nothing recorded yet.</p>
      ) : (
        <>
          <Records>
            {all.map(({ key, content }) => (
              <li key={key}>{content}</li>
            ))}
          </Records>
          <p>
            <Link className={link} to={`${href('/admin/audit')}?object=${object}`}>
              See all in the audit log
            </Link>
          </p>
        </>
      )}
      {children}
    </Panel>
  )
}

function Entry({ line: { sentence, facts, at } }: { line: EntryText }) {
  return (
    <>
      <p>
        <AuditSentence parts={sentence} />
      </p>
      <AuditFacts facts={facts} />
      <p className="mt-1 text-xs text-muted">
        <DateTime at={at} as="time" />
      </p>
    </>
  )
}
