-- a transaction that is alone
begin immediate;
select "name" from "settings";
commit;

-- a transaction of events
begin immediate;
select "name" from "settings";
commit;

-- a search
select rowid from "posts_search" where "posts_search" match ? limit ?;

-- a search for two characters

-- facts about the database
select sqlite_version() as version, freelist_count * page_size as unused from pragma_freelist_count(), pragma_page_size();

-- about how many rows a table has
select (select max(rowid) from "posts") - (select min(rowid) from "posts") + 1 as n;

-- the last number of a table
select seq from sqlite_sequence where name = ?;

-- a turn at a service
