import { href, Link } from 'react-router'
import type { AuditLine } from '#app/audit/audit.server.ts'
import { auditSentence, factsOf } from '#app/audit/audit-actions.ts'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { link } from '#app/ui/link.ts'
import { settingsSentence } from './setting-names.ts'

/** An object of the log: how it is called today, and its page; null for one that is gone. */
export type AuditObject = { name: string; href: string | null }

type Told = Pick<
  AuditLine,
  'action' | 'actorId' | 'actorLabel' | 'objectType' | 'objectId' | 'before' | 'after' | 'outcome'
>

/** An entry of the log as a sentence. Operators who still exist, and the object, are links. */
export function AuditSentence({
  line,
  object,
  actorExists = false,
}: {
  line: Told
  /** Left out where the page is about the object itself. */
  object?: AuditObject | null
  actorExists?: boolean
}) {
  const sentence =
    line.action === 'settings.changed' ? settingsSentence(factsOf(line.after)) : auditSentence(line)
  return sentence.split(/(\{(?:actor|object)\})/).map((part, index) => {
    if (part === '{actor}') {
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
      return <Actor key={index} line={line} exists={actorExists} />
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    return part === '{object}' ? <Thing key={index} line={line} object={object} /> : part
  })
}

function Actor({ line: { actorId, actorLabel }, exists }: { line: Told; exists: boolean }) {
  if (actorId === null || !exists) return <EmailText email={actorName(actorLabel)} />
  return (
    <Link className={link} to={href('/admin/users/:id', { id: actorId })}>
      <EmailText email={actorLabel} />
    </Link>
  )
}

/** The server and the command line are written as they are at the start of a sentence. */
function actorName(label: string): string {
  if (label.includes('@')) return label
  return label === 'system' ? 'The server' : label.charAt(0).toUpperCase() + label.slice(1)
}

const kinds: Readonly<Record<string, string | undefined>> = {
  author: '',
  mail: 'email',
  dmca_report: '',
  opt_out: 'an opt-out',
}

function Thing({ line, object }: { line: Told; object: AuditObject | null | undefined }) {
  const { actorId, objectId, objectType } = line
  if (objectType === 'user' && actorId !== null && actorId === objectId) return 'their own account'
  if (objectType === 'settings') {
    return (
      <Link className={link} to={href('/admin/settings')}>
        settings
      </Link>
    )
  }
  if (objectType === null) return ''
  const kind = kinds[objectType] ?? objectType.replaceAll('_', ' ')
  if (object === undefined || object === null) {
    return objectId === null ? `a ${kind}` : `${kind} ${bareId(objectId)}`.trim()
  }
  return object.href === null ? (
    <span dir="auto">{object.name}</span>
  ) : (
    <Link className={link} to={object.href}>
      <EmailText email={object.name} />
    </Link>
  )
}

/** `backlink-7` is number 7. */
function bareId(id: string): string {
  return id.replace(/^(?:backlink|prospect|campaign)-/, '')
}
