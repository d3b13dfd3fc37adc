import type { ToldFact } from './told-line.server.ts'

/** The fields that an entry of the audit log is about, before and after. */
export function AuditFacts({ facts }: { facts: ToldFact[] }) {
  if (facts.length === 0) return null
  return (
    <dl className="grid gap-0.5 text-xs font-normal">
      {facts.map(({ title, before, after }) => (
        <div key={`${title} ${after}`}>
          <dt className="inline text-muted after:content-[':_']">{title}</dt>
          <dd className="inline">
            {before !== null && <del className="text-muted">{before}</del>}
            {before !== null && after !== null && ' → '}
            {after !== null && <ins className="no-underline">{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
