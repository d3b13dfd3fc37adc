import { Form, href } from 'react-router'
import type { ListedSession } from '#app/accounts/session.server.ts'
import type { User } from '#app/accounts/user.server.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'

/** Where a user is signed in, each with a way to end it. */
export function Sessions({
  user,
  sessions,
  ownSession,
}: {
  user: User
  sessions: ListedSession[]
  /** The handle of the reader's own session. */
  ownSession: string
}) {
  return (
    <section className="panel" aria-labelledby="sessions">
      <h2 id="sessions" className="admin-subtitle">
        Sessions
      </h2>
      {sessions.length === 0 ? (
        <p className="text-muted">Not signed in anywhere.</p>
      ) : (
        <>
          <ul className="records">
            {sessions.map(({ handle, deviceLabel, lastSeenAt, createdAt }) => (
              <li key={handle} className="record">
                <div>
                  <p className="tagged font-semibold">
                    {deviceLabel}
                    {handle === ownSession && <span className="badge tag">This one</span>}
                  </p>
                  <p className="hint">
                    Last seen <DateTime at={lastSeenAt} as="ago" />, signed in{' '}
                    <DateTime at={createdAt} as="time" />
                  </p>
                </div>
                {handle !== ownSession && (
                  <Form method="post">
                    <input type="hidden" name="session" value={handle} />
                    <button
                      type="submit"
                      name="do"
                      value="end_session"
                      className="button-quiet"
                      aria-label={`End the session ${deviceLabel}`}
                    >
                      End
                    </button>
                  </Form>
                )}
              </li>
            ))}
          </ul>
          <Form method="post" action={href('/admin/users')} className="actions">
            <input type="hidden" name="id" value={user.id} />
            <input type="hidden" name="back" value={href('/admin/users/:id', { id: user.id })} />
            <button type="submit" name="do" value="sign_out" className="button-quiet">
              Sign out everywhere
            </button>
          </Form>
        </>
      )}
    </section>
  )
}
