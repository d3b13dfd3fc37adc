import { Link } from 'react-router'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { link } from '#app/ui/link.ts'
import type { FactText, SentencePart } from './entry-text.server.ts'

/** An entry of the log as a sentence, with links to its operator and its object. */
export function AuditSentence({ parts }: { parts: SentencePart[] }) {
  return parts.map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    typeof part === 'string' ? part : <Name key={index} {...part} />,
  )
}

function Name({ name, href }: { name: string; href: string | null }) {
  if (href === null) {
    return (
      <span dir="auto">
        <EmailText email={name} />
      </span>
    )
  }
  return (
    <Link className={link} to={href}>
      <EmailText email={name} />
    </Link>
  )
}

/** An audit entry's fields, before and after. */
export function AuditFacts({ facts }: { facts: FactText[] }) {
  if (facts.length === 0) return null
  return (
    <dl className="grid gap-0.5 text-xs font-normal">
      {facts.map(({ title, before, after }) => (
        <div key={`${title} ${after}`}>
          <dt className="inline text-muted">{`${title}: `}</dt>
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
