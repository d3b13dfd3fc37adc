import type { FakePost } from '#tests/fakes/extraction-posts.ts'
import { type LiveApp, lookUp } from '#tests/support/live-app.ts'
import type { Sql } from '#tests/support/sql.ts'

export type Filed = { id: number; number: string; title: string; post: FakePost }

export const countReports = (db: Sql) => db.value<number>('select count(*) from dmca_reports')

/** A report as the public form files it: through the form a network sends only a few in an hour. */
export async function fileNotice(
  app: LiveApp,
  db: Sql,
  title: string,
  daysAgo: number,
  post: FakePost,
): Promise<Filed> {
  await lookUp(app, post.url)
  const n = await countReports(db)
  const at = Date.now() - daysAgo * 86_400_000
  const id = await db.value<number>(
    `insert into dmca_reports(submitted_at, claimant_name, company, postal_address, phone, email,
         work_title, work_description, work_addresses, remarks, declarations_version,
         good_faith_text, accuracy_text, signature, capacity, owner_name, language, content_hash,
         status_token_hash, title_key, reporter_key, search_text)
       values (@at, 'Ada Aster', '', '1 Long Lane', '1234', 'ada@aster.example', @title, 'A film',
         '', '', '2026-11', 'In good faith', 'Under penalty of perjury', 'Ada Aster', 'owner', '',
         'en', 'content ' || @n, 'token ' || @n, lower(@title), 'ada aster', lower(@title)) returning id`,
    { at, title, n },
  )
  await db.run(
    'insert into dmca_report_posts(report_id, post_id, line) values (?, ?, ?)',
    id,
    post.postId,
    post.url,
  )
  await db.run(
    `insert into dmca_report_events(report_id, at, kind, actor_label, note)
     values (?, ?, 'submitted', 'reporter', '')`,
    id,
    at,
  )
  return { id, number: `DMCA-${String(id).padStart(4, '0')}`, title, post }
}
