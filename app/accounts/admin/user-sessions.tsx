import { Form, href } from 'react-router'
import type { ListedSession } from '#app/accounts/session-list.server.ts'
import type { User } from '#app/accounts/user.server.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Records } from '#app/ui/admin/facts.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'

export function Sessions({
  user,
  sessions,
  ownSession,
}: {
  user: User
  sessions: ListedSession[]
  ownSession: string
}) {
  return (
    <Panel titleId="sessions" title="Sessions">
      {sessions.length === 0 ? (
        <p className="text-muted">Not signed in anywhere.</p>
      ) : (
        <>
          <Records>
            {sessions.map(({ handle, deviceLabel, lastSeenAt, createdAt }) => (
              <li key={handle} className="flex items-center justify-between gap-4">
                <div>
                  <p className="inline-flex flex-wrap items-center gap-x-1.5 font-semibold">
                    {deviceLabel}
                    {handle === ownSession && <Badge>This one</Badge>}
                  </p>
                  <p className="mt-1 text-xs text-muted">
                    Last seen <DateTime at={lastSeenAt} as="ago" />, signed{' in '}
                    <DateTime at={createdAt} as="time" />
                  </p>
                </div>
                {handle !== ownSession && (
                  <Form method="post">
                    <input type="hidden" name="session" value={handle} />
                    <SubmitButton
                      look="quiet"
                      intent="end_session"
                      aria-label={`End the session ${deviceLabel}`}
                    >
                      End
                    </SubmitButton>
                  </Form>
                )}
              </li>
            ))}
          </Records>
          <Form
            method="post"
            action={href('/admin/users')}
            className="flex flex-wrap items-center gap-2"
          >
            <input type="hidden" name="id" value={user.id} />
            <input type="hidden" name="back" value={href('/admin/users/:id', { id: user.id })} />
            <SubmitButton look="quiet" intent="sign_out">
              Sign out everywhere
            </SubmitButton>
          </Form>
        </>
      )}
    </Panel>
  )
}
