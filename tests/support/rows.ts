import type { Insertable } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Sql } from './sql.ts'

type Row<Table extends keyof Database> = Insertable<Database[Table]>

/** Rows with all that their table requires; `n` is another number for each. */
const usual = {
  posts: (n: number, { title = 'A clip' }: Partial<Row<'posts'>>): Row<'posts'> => ({
    post_id: String(7_000_000_000_000_000_000n + BigInt(n)),
    link: `https://video.example/${n}`,
    title,
    search_text: title.toLowerCase(),
    kind: 'video',
    first_seen_at: Date.now(),
    last_seen_at: Date.now(),
  }),
  backlinks: (
    n: number,
    { domain = 'a.example' }: Partial<Row<'backlinks'>>,
  ): Row<'backlinks'> => ({
    domain,
    url: `https://${domain}/${n}`,
    url_key: `${domain}/${n}`,
    anchor_text: '',
    search_text: `${domain}\n`,
    status: 'active',
    domain_authority: 5,
    created_at: 1,
    updated_at: 1,
  }),
  contact_messages: (
    n: number,
    { message = 'A message' }: Partial<Row<'contact_messages'>>,
  ): Row<'contact_messages'> => ({
    received_at: Date.now(),
    name: '',
    email: '',
    topic: 'general',
    message,
    language: 'en',
    content_hash: `hash ${n}`,
    search_text: message.toLowerCase(),
  }),
  outbox: (n: number): Row<'outbox'> => ({
    recipient: 'a@b.example',
    subject: 'Hi',
    message_id: `mail ${n}`,
    created_at: Date.now(),
    next_try_at: 9e15,
  }),
  subscribers: (n: number): Row<'subscribers'> => ({
    email: `subscriber${n}@users.example`,
    language: 'en',
    source: '/',
    created_at: Date.now(),
    unsubscribe_token: `token ${n}`,
  }),
}

let serial = 0

/** Adds rows in one transaction. Each sets the same columns; the others are the usual ones. */
export async function addRows<Table extends keyof typeof usual>(
  db: Sql,
  table: Table,
  rows: Partial<Row<Table>>[],
): Promise<void> {
  const make = usual[table] as (n: number, values: Partial<Row<Table>>) => object
  const all = rows.map((values) => {
    serial += 1
    return { ...make(serial, values), ...values }
  })
  const columns = Object.keys(all[0] ?? {})
  const values = columns.map((name) => `@${name}`)
  await db.runEach(
    `insert into ${table} (${columns.join(', ')}) values (${values.join(', ')})`,
    all.map((row) => [row]),
  )
}
