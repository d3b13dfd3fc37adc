import type { ListedSession } from '#app/models/session.server.ts'
import type { User } from '#app/models/user.server.ts'
import { When } from '#app/ui/admin/when.tsx'

/** Where a user is signed in, each with a way to end it. */
export function Sessions({
  user,
  sessions,
  ownSession,
}: {
  user: User
  sessions: ListedSession[]
  /** The session of whoever looks at it. */
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
            {sessions.map(({ idHash, deviceLabel, lastSeenAt, createdAt }) => (
              <li key={idHash} className="record">
                <div>
                  <p className="tagged font-semibold">
                    {deviceLabel}
                    {idHash === ownSession && <span className="badge tag">This one</span>}
                  </p>
                  <p className="hint">
                    Last seen <When at={lastSeenAt} as="ago" />, signed in{' '}
                    <When at={createdAt} as="time" />
                  </p>
                </div>
                {idHash !== ownSession && (
                  <form method="post">
                    <input type="hidden" name="session" value={idHash} />
                    <button
                      type="submit"
                      name="do"
                      value="end_session"
                      className="button-quiet"
                      aria-label={`End the session ${deviceLabel}`}
                    >
                      End
                    </button>
                  </form>
                )}
              </li>
            ))}
          </ul>
          <form method="post" action="/admin/users" className="actions">
            <input type="hidden" name="id" value={user.id} />
            <input type="hidden" name="back" value={`/admin/users/${user.id}`} />
            <button type="submit" name="do" value="sign_out" className="button-quiet">
              Sign out everywhere
            </button>
          </form>
        </>
      )}
    </section>
  )
}
