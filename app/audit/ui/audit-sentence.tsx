import { Link } from 'react-router'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { link } from '#app/ui/link.ts'
import type { SentencePart } from './told-line.server.ts'

/** An entry of the log as a sentence. Operators who still exist, and the object, are links. */
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
