import type { SystemPart } from '#app/observe/system-facts.ts'
import { Panel } from '#app/ui/admin/panel.tsx'
import { Feed, FeedItem } from './feed.tsx'
import { StatusBadge } from './status-badge.tsx'

export function SystemParts({
  id,
  title,
  parts,
}: {
  id: string
  title: React.ReactNode
  parts: SystemPart[]
}) {
  return (
    <Panel titleId={id} title={title}>
      <SystemPartList parts={parts} />
    </Panel>
  )
}

export function SystemPartList({ parts }: { parts: SystemPart[] }) {
  return (
    <Feed>
      {parts.map(({ name, tone, state, text }) => (
        <FeedItem key={name}>
          <span className="font-semibold">{name}</span>
          <StatusBadge tone={tone}>{state}</StatusBadge>
          {text !== '' && <span className="w-full text-xs wrap-anywhere text-muted">{text}</span>}
        </FeedItem>
      ))}
    </Feed>
  )
}
