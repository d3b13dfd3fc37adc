import type { Sql } from '#tests/support/sql.ts'

const triggers = `
  create table noted_runs (job text, what text);
  create function note_run() returns trigger language plpgsql as $$ begin
    if new.started_at > 0 and (tg_op = 'INSERT' or new.started_at <> old.started_at) then
      insert into noted_runs values (new.name, 'start');
    end if;
    if tg_op = 'UPDATE' and new.finished_at is distinct from old.finished_at
      and new.finished_at is not null then insert into noted_runs values (new.name, 'end');
    end if;
    return new;
  end $$;
  create trigger note_run after insert or update on job_runs
    for each row execute function note_run()`

/** Has the database note each start and each end of a job, for `runsOf`. */
export function noteRuns(db: Sql): Promise<void> {
  return db.run(triggers)
}

/** Each `start` and `end` of a job, in order. */
export function runsOf(db: Sql, job: string): Promise<string[]> {
  return db.column<string>('select what from noted_runs where job = ?', job)
}
