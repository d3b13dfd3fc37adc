/** A table of counts by some columns of another table, and what else it adds up. */
type Counter = {
  counts: string
  of: string
  by: readonly string[]
  /** Columns of `counts`, with what each row of `of` adds to them. */
  sums: Readonly<Record<string, string>>
  /** The values of `by` that rows can have. */
  rows: string
}

const counters: Counter[] = [
  {
    counts: 'post_counts',
    of: 'posts',
    by: ['status'],
    sums: { n: '1' },
    rows: `('active', 0), ('flagged', 0), ('removed', 0)`,
  },
  {
    counts: 'user_counts',
    of: 'users',
    by: ['status', 'role'],
    sums: { n: '1' },
    rows: ['active', 'inactive', 'banned']
      .flatMap((status) => ['admin', 'user'].map((role) => `('${status}', '${role}', 0)`))
      .join(', '),
  },
  {
    counts: 'dmca_report_counts',
    of: 'dmca_reports',
    by: ['status'],
    sums: { n: '1' },
    rows: `('pending', 0), ('resolved', 0), ('rejected', 0)`,
  },
  {
    counts: 'backlink_counts',
    of: 'backlinks',
    by: ['status'],
    sums: { n: '1', authority_sum: 'domain_authority' },
    rows: `('active', 0, 0), ('pending', 0, 0), ('lost', 0, 0), ('broken', 0, 0)`,
  },
]

/**
 * Counts are kept by triggers, once for each statement: row by row, a million rows in one transaction
 * would take hours. A statement that moves no row from one count to another writes nothing.
 */
export const counterStatements = counters.flatMap((counter) => [
  `insert into ${counter.counts} (${[...counter.by, ...Object.keys(counter.sums)].join(', ')})
    values ${counter.rows}`,
  `create function ${counter.counts}_keep() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      ${update(counter, change(counter, 'new_rows', ''))}
    elsif tg_op = 'DELETE' then
      ${update(counter, change(counter, 'old_rows', '-'))}
    else
      ${update(counter, `${change(counter, 'new_rows', '')} union all ${change(counter, 'old_rows', '-')}`)}
    end if;
    return null;
  end $$`,
  ...(['insert', 'update', 'delete'] as const).map((event) => trigger(counter, event)),
])

function change({ by, sums }: Counter, rows: string, sign: '' | '-'): string {
  const values = Object.entries(sums).map(([name, value]) => `${sign}${value} as ${name}`)
  return `select ${[...by, ...values].join(', ')} from ${rows}`
}

function update({ counts, by, sums }: Counter, changes: string): string {
  const names = Object.keys(sums)
  return `update ${counts} as kept
        set ${names.map((name) => `${name} = kept.${name} + moved.${name}`).join(', ')}
        from (
          select ${by.join(', ')}, ${names.map((name) => `sum(${name}) as ${name}`).join(', ')}
          from (${changes}) as changes group by ${by.join(', ')}
          having ${names.map((name) => `sum(${name}) <> 0`).join(' or ')}
        ) as moved
        where ${by.map((name) => `kept.${name} = moved.${name}`).join(' and ')};`
}

function trigger({ counts, of }: Counter, event: 'insert' | 'update' | 'delete'): string {
  const tables = [
    ...(event === 'insert' ? [] : ['old table as old_rows']),
    ...(event === 'delete' ? [] : ['new table as new_rows']),
  ]
  return `create trigger ${counts}_${event} after ${event} on ${of}
    referencing ${tables.join(' ')} for each statement execute function ${counts}_keep()`
}
