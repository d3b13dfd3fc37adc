/** The fields that an entry of the audit log is about, before and after. */
export function AuditFacts({ before, after }: { before: unknown; after: unknown }) {
  const [was, is] = [fields(before), fields(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  if (names.length === 0) return null
  return (
    <dl className="grid gap-0.5 text-xs">
      {names.map((name) => (
        <div key={name}>
          <dt className="inline text-muted after:content-[':_']">{words(name)}</dt>
          <dd className="inline">
            {Object.hasOwn(was, name) && <del className="text-muted">{text(was[name])}</del>}
            {Object.hasOwn(was, name) && Object.hasOwn(is, name) && ' → '}
            {Object.hasOwn(is, name) && <ins className="no-underline">{text(is[name])}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A field's name in words: `retentionDays` is `Retention days`. */
function words(name: string): string {
  // No lookbehind: Safari 16.0 could not load the file.
  const spaced = name
    .replaceAll(/([a-z0-9])([A-Z])/g, (_, before, letter) => `${before} ${letter.toLowerCase()}`)
    .replaceAll(/_(?=.)/g, ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function text(value: unknown): string {
  if (value === '' || value === null) return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join(', ') : String(value)
}
