import { type RawBuilder, sql } from 'kysely'

export const now: RawBuilder<number> = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`
