import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createUsers(db)
  await createUserSearch(db)
  await createUserCounts(db)
  await createSignIn(db)
  await createAuditLog(db)
  await createOutbox(db)
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('password_changed_at', 'integer')
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('admin', 'user')`))
    .addColumn('status', 'text', (column) =>
      column.notNull().defaultTo('active').check(sql`status in ('active', 'inactive', 'banned')`),
    )
    .addColumn('joined_at', 'integer', (column) => column.notNull())
    .addColumn('last_active_at', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('downloads', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('totp_secret', 'text')
    .addColumn('totp_enabled_at', 'integer')
    .addColumn('totp_last_counter', 'integer')
    .execute()
  // A list is read status by status, each in its order: seq is the end of every index by itself.
  await db.schema.createIndex('users_by_status').on('users').column('status').execute()
  for (const column of ['name_key', 'email', 'role', 'joined_at', 'last_active_at', 'downloads']) {
    await db.schema
      .createIndex(`users_by_${column}`)
      .on('users')
      .columns(['status', column])
      .execute()
  }
}

/**
 * The search index has a row of tokens for each user: the status, and every run of one, two and
 * three characters of the search text, as the hexadecimal digits of its UTF-8.
 */
async function createUserSearch(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table users_search using fts5(
    tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  )`.execute(db)
  const insert = sql`
    insert into users_search(rowid, tokens)
    select new.seq, new.status || (
      with recursive place(i) as (
        select 1 union all select i + 1 from place where i < length(new.search_text)
      )
      select group_concat(
        ' ' || hex(substr(new.search_text, i, 1)) ||
        ' ' || hex(substr(new.search_text, i, 2)) ||
        ' ' || hex(substr(new.search_text, i, 3)), ''
      ) from place
    );`
  const remove = sql`delete from users_search where rowid = old.seq;`
  await sql`create trigger users_search_insert after insert on users begin
    ${insert}
  end`.execute(db)
  await sql`create trigger users_search_delete after delete on users begin
    ${remove}
  end`.execute(db)
  await sql`create trigger users_search_update after update of search_text, status on users
  when old.search_text <> new.search_text or old.status <> new.status begin
    ${remove}
    ${insert}
  end`.execute(db)
}

/** Kept by triggers, since counting a million rows takes longer than showing a page of them. */
async function createUserCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_counts')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('n', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('user_counts_key', ['status', 'role'])
    .execute()
  await sql`insert into user_counts(status, role, n)
    select s.value, r.value, 0
    from json_each('["active","inactive","banned"]') as s, json_each('["admin","user"]') as r`.execute(
    db,
  )
  const less = sql`update user_counts set n = n - 1 where status = old.status and role = old.role;`
  const more = sql`update user_counts set n = n + 1 where status = new.status and role = new.role;`
  await sql`create trigger user_counts_insert after insert on users begin ${more} end`.execute(db)
  await sql`create trigger user_counts_delete after delete on users begin ${less} end`.execute(db)
  await sql`create trigger user_counts_update after update of status, role on users begin
    ${less}
    ${more}
  end`.execute(db)
}

async function createSignIn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recovery_codes')
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('id_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('stage', 'text', (column) =>
      column.notNull().check(sql`stage in ('second_step', 'full')`),
    )
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('last_seen_at', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .addColumn('remember', 'integer', (column) => column.notNull())
    .addColumn('device_label', 'text', (column) => column.notNull())
    .addColumn('network_hash', 'text', (column) => column.notNull())
    .addColumn('flash', 'text')
    .execute()
  await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute()
  await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute()

  await db.schema
    .createTable('one_time_tokens')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', (column) =>
      column.notNull().check(sql`purpose in ('setup', 'reset', 'invite')`),
    )
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .addColumn('used_at', 'integer')
    .execute()
  await db.schema
    .createIndex('one_time_tokens_by_user')
    .on('one_time_tokens')
    .columns(['user_id', 'purpose'])
    .execute()

  await db.schema
    .createTable('sign_in_attempts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('last_at', 'integer', (column) => column.notNull())
    .addColumn('blocked_until', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('sign_in_attempts_by_time')
    .on('sign_in_attempts')
    .column('last_at')
    .execute()
}

async function createAuditLog(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor_label', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('object_type', 'text')
    .addColumn('object_id', 'text')
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('outcome', 'text', (column) =>
      column.notNull().check(sql`outcome in ('success', 'failure', 'denied')`),
    )
    .addColumn('request_id', 'text')
    .execute()
  await db.schema.createIndex('audit_log_by_time').on('audit_log').column('at').execute()
  await db.schema.createIndex('audit_log_by_action').on('audit_log').column('action').execute()
  await db.schema.createIndex('audit_log_by_actor').on('audit_log').column('actor_id').execute()
  for (const change of ['update', 'delete']) {
    await sql`create trigger ${sql.raw(`audit_log_no_${change}`)}
      before ${sql.raw(change)} on audit_log begin
        select raise(abort, 'the audit log is append-only');
      end`.execute(db)
  }
}

async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('html', 'text')
    .addColumn('headers', 'text')
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_try_at', 'integer', (column) => column.notNull())
    .addColumn('sent_at', 'integer')
    .addColumn('error', 'text')
    .execute()
  await db.schema
    .createIndex('outbox_waiting')
    .on('outbox')
    .columns(['sent_at', 'next_try_at'])
    .execute()
}
