import { failureName, formatName } from '#app/analytics/code-names.ts'
import { recentEvents } from '#app/analytics/recent.server.ts'
import { listAudit } from '#app/audit/audit.server.ts'
import { auditActionName } from '#app/audit/audit-actions.ts'
import { untitledPost } from '#app/download/platforms/platform-key.ts'
import { postTitles } from '#app/posts/post.server.ts'

export type Activity = { key: string; at: number; text: string; note: string; href: string | null }

const shown = 10

export async function recentActivity(): Promise<Activity[]> {
  const [{ lines }, events] = await Promise.all([
    listAudit({}, { limit: shown }),
    recentEvents(shown),
  ])
  const titles = await postTitles(events.flatMap(({ post }) => (post === null ? [] : [post])))
  const actions = lines.map(({ seq, at, action, actorLabel, outcome }) => ({
    key: `audit-${seq}`,
    at,
    text: auditActionName(action),
    note: outcome === 'success' ? actorLabel : `${actorLabel}, ${outcome}`,
    href: '/admin/audit',
  }))
  const visits = events.map(({ id, at, kind, post, format, error }) => ({
    key: `event-${id}`,
    at,
    text: visitText(kind, format, error),
    note: [
      ...(post === null ? [] : [titles.get(post) || untitledPost(post)]),
      ...(error === null ? [] : [failureName(error)]),
    ].join(': '),
    href: null,
  }))
  return [...actions, ...visits].sort((a, b) => b.at - a.at).slice(0, shown)
}

function visitText(kind: 'lookup' | 'save', format: string | null, error: string | null): string {
  const failed = error === null ? '' : ' failed'
  return kind === 'lookup'
    ? `Look-up${failed}`
    : `Download${failed} (${formatName(format ?? 'unknown')})`
}
