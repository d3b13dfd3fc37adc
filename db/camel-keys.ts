/** A column's name in camel case: `domain_authority` is `domainAuthority`. */
type CamelName<Column> = Column extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelName<Rest>>}`
  : Column

export type CamelKeys<Row> = { [Column in keyof Row as CamelName<Column & string>]: Row[Column] }

/** Names by their columns. To find each by its pattern costs a list more than its query. */
const names = new Map<string, string>()

/** Returns a row with its column names in camel case and its values unchanged. */
export function camelKeys<Row extends object>(row: Row): CamelKeys<Row> {
  const renamed: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(row)) renamed[camelName(column)] = value
  return renamed as CamelKeys<Row>
}

function camelName(column: string): string {
  const known = names.get(column)
  if (known !== undefined) return known
  const name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  names.set(column, name)
  return name
}
