import { expect } from 'vitest'
import type { Sql } from '#tests/support/sql.ts'

const triggers = `
  create table noted_runs (job text, what text, late_ms bigint);
  create function note_run() returns trigger language plpgsql as $$ begin
    if new.state = 'running' and new.claim_token is distinct from old.claim_token then
      insert into noted_runs values (new.kind, 'start', case when old.state = 'running'
        then extract(epoch from clock_timestamp()) * 1000 - old.claimed_until end);
    end if;
    if new.state = 'done' and old.state = 'running' then
      insert into noted_runs values (new.kind, 'end');
    end if;
    return new;
  end $$;
  create trigger note_run after update on jobs for each row execute function note_run()`

/** Has the database note each start and each end of a job, for `runsOf`. */
export function noteRuns(db: Sql): Promise<void> {
  return db.run(triggers)
}

/** Each `start` and `end` of the jobs of a kind, in order. */
export function runsOf(db: Sql, job: string): Promise<string[]> {
  return db.column<string>('select what from noted_runs where job = ?', job)
}

/**
 * Expects a number of jobs of a kind to have been taken over, none before its claim ran out by the
 * database's clock.
 */
export async function expectTakeovers(db: Sql, job: string, count: number): Promise<void> {
  const late = await db.column<number>(
    'select late_ms from noted_runs where job = ? and late_ms is not null',
    job,
  )
  expect(late).toHaveLength(count)
  for (const ms of late) expect(ms).toBeGreaterThanOrEqual(0)
}
