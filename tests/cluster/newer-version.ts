/** As if a process of a newer version had changed the schema and worked for a minute since. */
export const newerVersion = `
  insert into kysely_migration values ('9999-later', '2030-01-01');
  update instances set started_at = started_at - 120000;
  insert into instances (id, host, version, started_at, seen_at, figures)
    select 'newer', 'newer', 'newer', now - 61000, now + 600000, '{}'
    from (select (extract(epoch from now()) * 1000)::bigint as now) as clock`
