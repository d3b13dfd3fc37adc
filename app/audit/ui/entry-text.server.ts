import { href } from 'react-router'
import { type AuditFilter, type AuditLine, listAudit } from '#app/audit/audit.server.ts'
import { auditActionName, factsOf } from '#app/audit/audit-actions.ts'
import { factText, factTitle } from './fact-text.server.ts'

/** Words, or the name of an operator or an object, with its page where it has one. */
export type SentencePart = string | { name: string; href: string | null }

/** A field of an entry in words. Null: that side of the entry doesn't have it. */
export type FactText = { title: string; before: string | null; after: string | null }

/** An entry of the log in words. `at` is in unix milliseconds. */
export type EntryText = Pick<AuditLine, 'seq' | 'at' | 'outcome'> & {
  /** The action's name. */
  action: string
  sentence: SentencePart[]
  facts: FactText[]
}

/**
 * Puts an entry of the log into words, on the server, so that browsers needn't load those of every
 * action. `self` replaces the object's name on the object's own page.
 */
export function entryText(line: AuditLine, self?: string): EntryText {
  const { seq, at, outcome, action, sentence, before, after } = line
  return {
    seq,
    at,
    outcome,
    action: auditActionName(action),
    sentence: sentence.map((part) => {
      if (part === '{actor}') return actorOf(line)
      return part === '{object}' ? (self ?? objectOf(line)) : part
    }),
    facts: factsIn(factsOf(before), factsOf(after)),
  }
}

/** Returns the latest entries about an object, called `self`, and about its bulk changes. */
export async function recordHistory(
  self: string,
  filter: Pick<AuditFilter, 'bulkRuns' | 'exceptActions'> & { objectId: string },
  limit = 8,
): Promise<EntryText[]> {
  const { lines } = await listAudit(filter, { limit })
  return lines.map((line) => entryText(line, line.objectId === filter.objectId ? self : undefined))
}

function factsIn(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FactText[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const side = (facts: Readonly<Record<string, unknown>>, name: string) =>
    Object.hasOwn(facts, name) ? factText(name, facts[name]) : null
  return names.map((name) => ({
    title: factTitle(name),
    before: side(before, name),
    after: side(after, name),
  }))
}

function actorOf({ actorId, actorLabel }: AuditLine): SentencePart {
  const page = actorId === null ? null : href('/admin/users/:id', { id: actorId })
  return { name: actorName(actorLabel), href: page }
}

/** Returns an actor's name as it starts a sentence. */
function actorName(label: string): string {
  if (label.includes('@')) return label
  return label === 'system' ? 'The server' : label.charAt(0).toUpperCase() + label.slice(1)
}

/** Names of types in entries that don't have the object's own name. */
const kinds: Readonly<Record<string, string | undefined>> = {
  author: '',
  bulk_run: 'bulk change',
  mail: 'email',
  dmca_report: '',
}

function objectOf(line: AuditLine): SentencePart {
  const { actorId, objectId, objectType, objectLabel, objectHref } = line
  if (objectType === 'user' && actorId !== null && actorId === objectId) return 'their own account'
  if (objectLabel !== null) return { name: objectLabel, href: objectHref }
  if (objectType === null) return ''
  const kind = kinds[objectType] ?? objectType.replaceAll('_', ' ')
  return `${kind} ${objectId?.replace(/^(?:backlink|prospect|campaign)-/, '') ?? ''}`.trim()
}
