/** A column's name in camel case: `domain_authority` is `domainAuthority`. */
type CamelName<Column> = Column extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelName<Rest>>}`
  : Column

export type CamelKeys<Row> = { [Column in keyof Row as CamelName<Column & string>]: Row[Column] }

/** Returns a row with its column names in camel case and its values unchanged. */
export function camelKeys<Row extends object>(row: Row): CamelKeys<Row> {
  const entries = Object.entries(row).map(([column, value]) => [camelName(column), value])
  return Object.fromEntries(entries)
}

function camelName(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
