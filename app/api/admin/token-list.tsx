import { Link } from 'react-router'
import { scopeTexts } from '#app/api/scopes.ts'
import type { ApiToken } from '#app/api/token.server.ts'
import { countText } from '#app/i18n/count-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { CalendarDay, DateTime } from '#app/ui/admin/date-time.tsx'
import { Records } from '#app/ui/admin/facts.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'

export function TokenList({ tokens, now }: { tokens: readonly ApiToken[]; now: number }) {
  if (tokens.length === 0) return null
  return (
    <Panel titleId="tokens" title="Tokens">
      <Records>
        {tokens.map((token) => (
          <li key={token.id}>
            <Token of={token} now={now} />
          </li>
        ))}
      </Records>
    </Panel>
  )
}

function Token({ of, now }: { of: ApiToken; now: number }) {
  const { id, name, scopes, perMinute, createdAt, expiresAt, lastUsedDay } = of
  const hasExpired = expiresAt !== null && expiresAt <= now
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
      <div className="grid gap-1">
        <span className="flex flex-wrap items-center gap-x-3 font-semibold">
          {name}
          {hasExpired && <StatusBadge tone="quiet">Expired</StatusBadge>}
        </span>
        <span className="text-sm">{scopes.map((scope) => scopeTexts[scope]).join(', ')}</span>
        <span className="text-muted text-sm">
          {countText(perMinute, 'request')} a minute. Made <DateTime at={createdAt} as="day" />
          {', '}
          {expiresAt === null ? (
            'never expires'
          ) : (
            <>
              {hasExpired ? 'expired ' : 'expires '}
              <DateTime at={expiresAt} as="day" />
            </>
          )}
          {'. '}
          {lastUsedDay === null ? (
            'Not used yet.'
          ) : (
            <>
              Last used <CalendarDay at={Date.parse(lastUsedDay)} />.
            </>
          )}
        </span>
      </div>
      <Link className={button({ look: 'danger-quiet', className: 'ms-auto' })} to={`?end=${id}`}>
        End…
        <span className="sr-only"> the token {name}</span>
      </Link>
    </div>
  )
}
