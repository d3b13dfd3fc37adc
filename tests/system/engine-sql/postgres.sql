-- a transaction that is alone
begin; select current_setting('transaction_read_only')::bool as read_only, extract(epoch from pg_postmaster_start_time())::text as started, pg_backend_pid() as pid;
select pg_advisory_xact_lock(7201002);
select "name" from "settings";
commit;

-- a transaction of events
begin; select current_setting('transaction_read_only')::bool as read_only, extract(epoch from pg_postmaster_start_time())::text as started, pg_backend_pid() as pid;
set local synchronous_commit = off;
select "name" from "settings";
commit;

-- a search
select unnest(array( select "seq" from "posts" where "search_text" like $1 escape '\' and status = $2 limit $3 ));

-- a search for two characters
select unnest(array( select "seq" from "posts" where "search_text" like $1 escape '\' limit $2 ));

-- facts about the database
select current_setting('server_version') as version, pg_database_size(current_database()) as bytes;

-- about how many rows a table has
select case when c.reltuples < 0 then coalesce(s.n_live_tup, 0) else c.reltuples end as n from pg_class as c left join pg_stat_user_tables as s on s.relid = c.oid where c.oid = to_regclass($1);

-- the last number of a table
select pg_sequence_last_value(sequence) as last from ( select s.oid::regclass as sequence, t.relname as table_name, a.attname as column_name from pg_class as s join pg_depend as d on d.objid = s.oid and d.deptype = 'i' and d.classid = 'pg_class'::regclass join pg_class as t on t.oid = d.refobjid join pg_attribute as a on a.attrelid = t.oid and a.attnum = d.refobjsubid where s.relkind = 'S' and t.relnamespace = current_schema()::regnamespace offset 0) as numbered where table_name = $1;

-- a turn at a service
insert into upstream_gate as gate (key, next_at) values ($1, (extract(epoch from statement_timestamp()) * 1000)::bigint + $2::bigint) on conflict (key) do update set next_at = greatest(gate.next_at, (extract(epoch from statement_timestamp()) * 1000)::bigint) + $3::bigint where gate.next_at <= (extract(epoch from statement_timestamp()) * 1000)::bigint + $4::bigint returning greatest(0, next_at - $5::bigint - (extract(epoch from statement_timestamp()) * 1000)::bigint) as wait;
