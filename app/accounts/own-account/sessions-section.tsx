import { Form } from 'react-router'
import type { ListedSession } from '#app/accounts/session-list.server.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'

export function SessionsSection({ sessions }: { sessions: (ListedSession & { own: boolean })[] }) {
  return (
    <Panel titleId="sessions-title" title="Where you are signed in">
      <ul className="grid gap-3">
        {sessions.map((session) => (
          <li
            key={session.handle}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
          >
            <div>
              <p className="font-semibold">
                {session.deviceLabel}
                {session.own && ' (this one)'}
              </p>
              <p className="text-sm text-muted">
                Since <DateTime at={session.createdAt} as="time" />, last{' seen '}
                <DateTime at={session.lastSeenAt} as="ago" />
                {session.remember && ', remembered'}
              </p>
            </div>
            {!session.own && (
              <Form method="post" action="#sessions-title">
                <input type="hidden" name="session" value={session.handle} />
                <SubmitButton look="quiet" intent="end-session">
                  Sign out
                </SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" action="#sessions-title">
          <SubmitButton look="quiet" intent="end-other-sessions">
            Sign out everywhere else
          </SubmitButton>
        </Form>
      )}
    </Panel>
  )
}
