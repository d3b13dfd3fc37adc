import { sql } from 'kysely'
import { foldCase } from '#app/lists/fold-case.ts'
import { db } from '#db/engine.ts'

/**
 * What the audit log can be filtered by. Each name is looked up in its index by a step of its own:
 * reading all of a log of a million lines for a dozen names would take longer than showing it.
 */

/** The actions that the log holds, in the order of the alphabet. */
export async function loggedActions(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive names(name) as (
      select min(action) from audit_log
      union all
      select (select min(action) from audit_log where action > name) from names
      where name is not null
    )
    select name from names where name is not null limit 500`.execute(db)
  return rows.map(({ name }) => name)
}

type LoggedActor = { id: string; label: string }

/** Who is named in the log, deleted users too, under the latest of their emails. */
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
    from actors where id is not null limit ${limit}`.execute(db)
  return rows
}

/** Returns the id of the user whom the log names by this email, deleted users too; else null. */
export async function findLoggedActor(email: string): Promise<string | null> {
  const folded = foldCase(email.trim())
  const actors = await loggedActors(5000)
  return actors.find(({ label }) => foldCase(label) === folded)?.id ?? null
}
