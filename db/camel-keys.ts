/** A column's name as code spells it: `domain_authority` is `domainAuthority`. */
type CamelName<Column> = Column extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelName<Rest>>}`
  : Column

/** A row whose columns are named as code names them. */
export type CamelKeys<Row> = { [Column in keyof Row as CamelName<Column & string>]: Row[Column] }

/** Returns a row with its columns named as code names them, and its values as they are. */
export function camelKeys<Row extends object>(row: Row): CamelKeys<Row> {
  const entries = Object.entries(row).map(([column, value]) => [camelName(column), value])
  return Object.fromEntries(entries)
}

function camelName(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
