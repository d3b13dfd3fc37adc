import { sql } from 'kysely'
import { foldCase } from '#app/lists/fold-case.ts'
import { reads } from '#db/reads.ts'

/**
 * The audit log's filters. Each query finds one name after the other in an index, since reading a
 * million entries for a dozen names would take longer than showing the page.
 */

/** Returns the actions in the log, in alphabetical order. */
export async function loggedActions(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive names(name) as (
      select min(action) from audit_log
      union all
      select (select min(action) from audit_log where action > name) from names
      where name is not null
    )
    select name from names where name is not null limit 500`.execute(reads)
  return rows.map(({ name }) => name)
}

type LoggedActor = { id: string; label: string }

/** Returns the users in the log, deleted ones too, each with their latest email. */
export async function loggedActors(limit: number): Promise<LoggedActor[]> {
  const { rows } = await sql<LoggedActor>`
    with recursive actors(id) as (
      select min(actor_id) from audit_log where actor_id is not null
      union all
      select (select min(actor_id) from audit_log where actor_id > id) from actors
      where id is not null
    )
    select id, (
      select actor_label from audit_log where actor_id = id order by seq desc limit 1
    ) as label
    from actors where id is not null limit ${limit}`.execute(reads)
  return rows
}

/** Returns the id of the user whose latest email in the log is this one, or null without one. */
export async function findLoggedActor(email: string): Promise<string | null> {
  const folded = foldCase(email.trim())
  const actors = await loggedActors(5000)
  return actors.find(({ label }) => foldCase(label) === folded)?.id ?? null
}
