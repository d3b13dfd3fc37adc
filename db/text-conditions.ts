import { type RawBuilder, sql } from 'kysely'

export function contains(column: string, term: string): RawBuilder<boolean> {
  return like(column, `%${escaped(term)}%`)
}

export function endsWith(column: string, end: string): RawBuilder<boolean> {
  return like(column, `%${escaped(end)}`)
}

function like(column: string, pattern: string): RawBuilder<boolean> {
  return sql`${sql.ref(column)} like ${pattern} escape '\\'`
}

function escaped(text: string): string {
  return text.replace(/[%_\\]/g, '\\$&')
}
