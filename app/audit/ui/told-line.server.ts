import { href } from 'react-router'
import type { AuditLine } from '#app/audit/audit.server.ts'
import { auditActionName, auditSentence, factsOf } from '#app/audit/audit-actions.ts'
import { factText, factTitle } from './fact-text.ts'
import { settingsSentence } from './setting-names.ts'

/** An object of the log: how it is called today, and its page; null for one that is gone. */
export type AuditObject = { name: string; href: string | null }

/** Words, or the name of an operator or an object, with its page where it has one. */
export type SentencePart = string | AuditObject

/** A field of an entry in words. Null: that side of the entry doesn't have it. */
export type ToldFact = { title: string; before: string | null; after: string | null }

/** An entry of the log in words. `at` is in unix milliseconds. */
export type ToldLine = Pick<AuditLine, 'seq' | 'at' | 'outcome'> & {
  /** The action's name. */
  action: string
  sentence: SentencePart[]
  facts: ToldFact[]
}

/**
 * Puts an entry of the log into words, on the server, so that browsers needn't load those of every
 * action. `object` is left out where the page is about the object itself. Only an actor who
 * `actorExists` is a link.
 */
export function tellLine(
  line: AuditLine,
  { object, actorExists = false }: { object?: AuditObject | null; actorExists?: boolean } = {},
): ToldLine {
  const { seq, at, outcome, action, before, after } = line
  const sentence =
    action === 'settings.changed' ? settingsSentence(factsOf(after)) : auditSentence(line)
  const parts = sentence.split(/(\{(?:actor|object)\})/).map((part) => {
    if (part === '{actor}') return actorOf(line, actorExists)
    return part === '{object}' ? objectOf(line, object) : part
  })
  return {
    seq,
    at,
    outcome,
    action: auditActionName(action),
    sentence: parts.filter((part) => part !== ''),
    facts: factsIn(factsOf(before), factsOf(after)),
  }
}

function factsIn(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): ToldFact[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const side = (facts: Readonly<Record<string, unknown>>, name: string) =>
    Object.hasOwn(facts, name) ? factText(name, facts[name]) : null
  return names.map((name) => ({
    title: factTitle(name),
    before: side(before, name),
    after: side(after, name),
  }))
}

function actorOf({ actorId, actorLabel }: AuditLine, exists: boolean): SentencePart {
  return actorId === null || !exists
    ? { name: actorName(actorLabel), href: null }
    : { name: actorLabel, href: href('/admin/users/:id', { id: actorId }) }
}

/** The server and the command line are written as they are at the start of a sentence. */
function actorName(label: string): string {
  if (label.includes('@')) return label
  return label === 'system' ? 'The server' : label.charAt(0).toUpperCase() + label.slice(1)
}

const kinds: Readonly<Record<string, string | undefined>> = {
  author: '',
  bulk_run: 'bulk change',
  mail: 'email',
  dmca_report: '',
  opt_out: 'an opt-out',
}

function objectOf(line: AuditLine, object: AuditObject | null | undefined): SentencePart {
  const { actorId, objectId, objectType } = line
  if (objectType === 'user' && actorId !== null && actorId === objectId) return 'their own account'
  if (objectType === 'settings') return { name: 'settings', href: href('/admin/settings') }
  if (objectType === null) return ''
  if (object !== undefined && object !== null) return object
  const kind = kinds[objectType] ?? objectType.replaceAll('_', ' ')
  return objectId === null ? `a ${kind}` : `${kind} ${bareId(objectId)}`.trim()
}

/** `backlink-7` is number 7. */
function bareId(id: string): string {
  return id.replace(/^(?:backlink|prospect|campaign)-/, '')
}
