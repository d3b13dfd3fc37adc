import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import type { WebhookEndpoint } from '#app/webhooks/endpoint.server.ts'

const reasons = {
  operator: { tone: 'quiet', text: 'Off' },
  gone: { tone: 'bad', text: 'Off: wants no more' },
  failing: { tone: 'bad', text: 'Off: kept failing' },
} as const

export function EndpointState({ of }: { of: Pick<WebhookEndpoint, 'offReason'> }) {
  if (of.offReason === null) return <StatusBadge tone="good">On</StatusBadge>
  const { tone, text } = reasons[of.offReason]
  return <StatusBadge tone={tone}>{text}</StatusBadge>
}
