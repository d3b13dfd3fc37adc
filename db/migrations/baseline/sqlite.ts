/**
 * A search index has a row of tokens for each row of its table: the status, and every run of one, two
 * and three characters of the search text, as the hexadecimal digits of its UTF-8.
 */
function search(table: string, key: string): string[] {
  const index = `${table}_search`
  const insert = `insert into ${index}(rowid, tokens)
    select new.${key}, new.status || (
      with recursive place(i) as (
        select 1 union all select i + 1 from place where i < length(new.search_text)
      )
      select group_concat(
        ' ' || hex(substr(new.search_text, i, 1)) ||
        ' ' || hex(substr(new.search_text, i, 2)) ||
        ' ' || hex(substr(new.search_text, i, 3)), ''
      ) from place
    );`
  const remove = `delete from ${index} where rowid = old.${key};`
  return [
    `create virtual table ${index} using fts5(
      tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    )`,
    `create trigger ${index}_insert after insert on ${table} begin ${insert} end`,
    `create trigger ${index}_delete after delete on ${table} begin ${remove} end`,
    `create trigger ${index}_update after update of search_text, status on ${table}
      when old.search_text <> new.search_text or old.status <> new.status begin
        ${remove} ${insert}
      end`,
  ]
}

type Counter = {
  trigger: string
  table: string
  /** The columns that a count depends on, and when an update changes one. */
  columns: string
  when?: string
  update: (sign: '+' | '-', row: 'new' | 'old') => string
}

/** Kept by triggers, since counting a million rows takes longer than showing a page of them. */
function counter({ trigger, table, columns, when = '', update }: Counter): string[] {
  const more = update('+', 'new')
  const less = update('-', 'old')
  return [
    `create trigger ${trigger}_insert after insert on ${table} begin ${more} end`,
    `create trigger ${trigger}_delete after delete on ${table} begin ${less} end`,
    `create trigger ${trigger}_update after update of ${columns} on ${table} ${when} begin
      ${less} ${more}
    end`,
  ]
}

export const onSqlite = [
  ...search('posts', 'seq'),
  ...search('users', 'seq'),
  ...search('dmca_reports', 'id'),
  ...search('backlinks', 'seq'),
  ...counter({
    trigger: 'post_counts',
    table: 'posts',
    columns: 'status',
    when: 'when old.status <> new.status',
    update: (sign, row) => `update post_counts set n = n ${sign} 1 where status = ${row}.status;`,
  }),
  ...counter({
    trigger: 'user_counts',
    table: 'users',
    columns: 'status, role',
    update: (sign, row) => `update user_counts set n = n ${sign} 1
      where status = ${row}.status and role = ${row}.role;`,
  }),
  ...counter({
    trigger: 'dmca_counts',
    table: 'dmca_reports',
    columns: 'status',
    update: (sign, row) => `update dmca_report_counts set n = n ${sign} 1
      where status = ${row}.status;`,
  }),
  ...counter({
    trigger: 'backlink_counts',
    table: 'backlinks',
    columns: 'status, domain_authority',
    when: 'when old.status <> new.status or old.domain_authority <> new.domain_authority',
    update: (sign, row) => `update backlink_counts
      set n = n ${sign} 1, authority_sum = authority_sum ${sign} ${row}.domain_authority
      where status = ${row}.status;`,
  }),
  ...['update', 'delete'].map(
    (change) => `create trigger audit_log_no_${change} before ${change} on audit_log begin
      select raise(abort, 'the audit log is append-only');
    end`,
  ),
]
