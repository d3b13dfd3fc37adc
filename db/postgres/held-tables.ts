import type pg from 'pg'

/** SQLSTATE for a lock timeout. */
const lockNotAvailable = '55P03'
const deadlock = '40P01'

/** True if a statement was ended since another session holds a lock, for now. */
export function isHeldUp(error: unknown): boolean {
  return [lockNotAvailable, deadlock].includes(String((error as pg.DatabaseError).code))
}

/**
 * Returns what a statement that was held up waits for: `pid 71 (pg_dump) to let go of outbox`.
 * Names a table of the statement if others hold one, and of those only who holds it for longer than
 * we waited. Other roles' sessions may hide what they are.
 */
export async function heldText(client: pg.Client, statement: string): Promise<string> {
  const { rows } = await client.query<{ held: string; holders: string }>(
    `select c.relname as held,
      string_agg(
        case when l.pid is null then 'a prepared transaction'
          else format('pid %s (%s)', l.pid,
            coalesce(nullif(a.application_name, ''), a.backend_type, 'another session')) end,
        ', ' order by a.xact_start, l.pid) as holders
    from (select distinct relation, pid from pg_locks where granted and relation is not null
          and database = (select oid from pg_database where datname = current_database())) as l
      join pg_class as c on c.oid = l.relation
      left join pg_stat_activity as a on a.pid = l.pid
    where c.relkind in ('r', 'p') and c.relnamespace = quote_ident(current_schema())::regnamespace
      and l.pid is distinct from pg_backend_pid() and a.leader_pid is null
      and coalesce(a.xact_start < clock_timestamp() - interval '2 seconds', true)
    group by c.relname
    order by $1 ~ ('\\m' || c.relname || '\\M') desc, min(a.xact_start), c.relname limit 1`,
    [statement],
  )
  const [first] = rows
  return first === undefined
    ? 'another session to let go of a table'
    : `${first.holders} to let go of ${first.held}`
}
