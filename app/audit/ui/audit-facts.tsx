import { factsOf } from '#app/audit/audit-actions.ts'
import { factText, factTitle } from './fact-text.ts'

/** The fields that an entry of the audit log is about, before and after. */
export function AuditFacts({ before, after }: { before: unknown; after: unknown }) {
  const [was, is] = [factsOf(before), factsOf(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  if (names.length === 0) return null
  return (
    <dl className="grid gap-0.5 text-xs font-normal">
      {names.map((name) => (
        <div key={name}>
          <dt className="inline text-muted after:content-[':_']">{factTitle(name)}</dt>
          <dd className="inline">
            {Object.hasOwn(was, name) && (
              <del className="text-muted">{factText(name, was[name])}</del>
            )}
            {Object.hasOwn(was, name) && Object.hasOwn(is, name) && ' → '}
            {Object.hasOwn(is, name) && (
              <ins className="no-underline">{factText(name, is[name])}</ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
