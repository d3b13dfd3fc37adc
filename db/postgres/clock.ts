import { type RawBuilder, sql } from 'kysely'

/** The database's clock, in unix milliseconds, at the time of the statement that it is a part of. */
export const now: RawBuilder<number> = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`
