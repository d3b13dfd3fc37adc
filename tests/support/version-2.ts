import { readFileSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { onDatabase } from './postgres.ts'

const reportTexts = ['email', 'claimant_name', 'company', 'postal_address', 'phone', 'work_title']
  .concat('work_description', 'work_addresses', 'remarks', 'declarations_version')
  .concat('good_faith_text', 'accuracy_text', 'signature', 'owner_name', 'language')
  .concat('content_hash', 'status_token_hash', 'title_key', 'reporter_key', 'search_text')
const senderTexts = [
  'received_on',
  'earliest_on',
  'latest_on',
  'sender_name',
  'sender_address',
].concat('sender_phone', 'sender_email', 'statement', 'signature', 'post_ids')
const marks = (names: string[], id = 0) => names.map((name) => `'${name} ${id}'`).join(', ')

/** Rows stored by version 2, in SQL for both engines. */
const rows = `
  insert into users (id, email, name, name_key, search_text, role, status, joined_at)
    values ('olga', 'op@site.example', 'Olga', 'olga', 'olga', 'admin', 'active', 1);
  insert into dmca_reports (id, submitted_at, capacity, ${reportTexts.join(', ')})
    values (7, 1, 'owner', ${marks(reportTexts, 7)}), (8, 1, 'owner', ${marks(reportTexts, 8)});
  insert into dmca_report_events (id, report_id, at, kind, actor_label, note) values
    (1, 7, 500, 'asked', 'op', ''), (2, 7, 500, 'counter_notice', 'op', ''),
    (3, 8, 499, 'counter_notice', 'op', ''), (4, 8, 900, 'counter_notice', 'op', '');
  insert into dmca_counter_notices (id, report_id, status, recorded_at, ${senderTexts.join(', ')})
    values (1, 7, 'waiting', 501, ${marks(senderTexts)}), (2, 8, 'waiting', 899, ${marks(senderTexts)});
  insert into subscribers
      (id, email, status, language, source, created_at, mailed_at, confirm_token_hash, unsubscribe_token)
    values (1, 'a', 'confirmed', 'en', 'home', 1, 1, null, 'a'),
      (2, 'b', 'unconfirmed', 'en', 'home', 1, 1, 'hash', 'b'),
      (3, 'c', 'unconfirmed', 'en', 'home', 1, null, null, 'c');
  insert into contact_messages
      (id, received_at, name, email, topic, message, language, content_hash, search_text)
    values (1, 1, 'Anna', 'anna@site.example', 'question', 'Hello', 'en', 'hash', 'anna');
  insert into batches (id, token_hash, created_at, expires_at) values (1, 'hash', 1, 2);
  insert into batch_links
      (id, batch_id, position, line, link, state, attempts, claimed_until, found, problem)
    values (1, 1, 0, 1, 'a', 'waiting', 0, null, null, null),
      (2, 1, 1, 2, 'b', 'looking', 2, 9007199254740991, null, null),
      (3, 1, 2, 3, 'c', 'ready', 1, null, '{}', null),
      (4, 1, 3, 4, 'd', 'refused', 1, null, null, '{}');
  insert into outbox
      (id, recipient, subject, message_id, state, created_at, attempts, next_try_at, error, claimed_until)
    values (1, 'a', 'A', 'a', 'waiting', 1, 3, 70, 'Greylisted', null),
      (2, 'b', 'B', 'b', 'sending', 2, 1, 60, null, 9007199254740991),
      (3, 'c', 'C', 'c', 'sent', 3, 1, 50, null, null),
      (4, 'd', 'D', 'd', 'failed', 4, 42, 40, 'No such mailbox', null);
  insert into backlinks (seq, domain, url, url_key, anchor_text, search_text, status,
      domain_authority, check_requested_at, created_at, updated_at)
    values (1, 'a', 'a', 'a', '', '', 'active', 1, 90, 1, 1), (2, 'b', 'b', 'b', '', '', 'active', 1, 80, 1, 1),
      (3, 'c', 'c', 'c', '', '', 'active', 1, null, 1, 1);
  insert into job_runs (name, started_at, finished_at, error, requested_at)
    values ('analytics', 100, 120, 'They don’t match', null), ('backup', 100, 120, null, null),
      ('covers', 100, 120, null, null), ('message-retention', 100, null, null, null),
      ('outbox', 100, 120, null, null), ('post-retention', 100, 120, null, 130);
  insert into audit_log
      (seq, at, actor_label, action, object_type, object_id, "before", "after", outcome)
    values (1, 1, 'op', 'prospect.added', 'prospect', 'prospect-1', null,
        '{"site":"blog.example","contactName":"Ann","contactEmail":"ann@blog.example","templateId":"podcast","notes":"","campaign":"Spring"}', 'success'),
      (2, 2, 'op', 'prospect.mailed', 'prospect', 'prospect-1', '{"state":"prospect"}',
        '{"state":"contacted","subject":"For Ann"}', 'success'),
      (3, 3, 'op', 'outreach.opted_out', 'opt_out', null, null,
        '{"value":"ann@blog.example","reason":"Ann asked","prospects":1}', 'success'),
      (4, 4, 'op', 'mail.deleted', 'mail', '9', '{"subject":"For Ann","state":"sent"}', null, 'success'),
      (5, 5, 'op', 'backlink.changed', 'backlink', 'backlink-1',
        '{"status":"lost","contactEmail":"ann@blog.example"}', '{"status":"active","contactEmail":""}', 'success'),
      (6, 6, 'op', 'user.created', 'user', 'olga', null, '{"email":"op@site.example"}', 'success');
  insert into analytics_inbox (at, events) values (1, '[]');
  insert into analytics_events (at, kind, new_visitor, new_visit, bytes, ms)
    values (1, 'bot', 0, 0, 0, 0);
  insert into source_states (source, platform, last_failure_at, last_failure_cause)
    values ('service', 'tiktok', 1, 'refused');
  insert into bulk_runs (id, list, action, filter, actor_id, actor_label, state, total, changed,
      skipped, undoes, undone, created_at, finished_at)
    values (1, 'users', 'ban', '', 'olga', 'op', 'done', 3, 2, '{"self":1}', null, 0, 10, 20),
      (2, 'users', 'ban', '', 'olga', 'op', 'running', 4, 1, '{"already":1}', null, 0, 30, null),
      (3, 'videos', 'flag', '', 'olga', 'op', 'preparing', 0, 0, '{}', null, 0, 35, null),
      (4, 'videos', 'flag', '', 'olga', 'op', 'done', 3, 3, '{}', null, 1, 40, 50),
      (5, 'videos', 'flag', '', 'olga', 'op', 'running', 3, 1, '{}', 4, 0, 60, null),
      (6, 'mails', 'delete', '', 'olga', 'op', 'running', 2, 0, '{}', null, 0, 70, null);
  insert into bulk_chunks (id, run_id, rows, was)
    values (1, 1, '[1,2,3]', '{"active":[1],"inactive":[2]}'), (2, 2, '[1,2]', '{"active":[1]}'),
      (3, 2, '[3,4]', null), (4, 3, '[9]', null), (5, 5, '{"active":[8],"flagged":[9]}', null),
      (6, 6, '[1,2]', null)`

const read = {
  audit: 'select action, "before", "after" from audit_log order by seq',
  counterNotices:
    'select cast(event_id as integer) as event_id, opened_at from dmca_counter_notices order by id',
  mails: 'select cast(mails as integer) as mails from subscribers order by id',
  networks: 'select network from contact_messages union all select network from batches',
  outbox: 'select state from outbox order by id',
  links: 'select state, job_id from batch_links order by id',
  jobs: `select kind, key, payload, state, cast(run_at as integer) as run_at,
    cast(attempts as integer) as attempts, claim_token, error from jobs order by id`,
  marks: 'select cast(check_requested_at as integer) as mark from backlinks order by seq',
  bulkRuns: 'select cast(id as integer) as id, state from bulk_runs order by id',
  bulkSelections:
    'select cast(run_id as integer) as run_id, row_ids from bulk_selections order by run_id',
  bulkChanges: `select cast(run_id as integer) as run_id, cast(row_id as integer) as row_id, was
    from bulk_changes order by run_id, row_id`,
  pauses: 'select paused_until, pause_ms, pause_cause from source_states',
}
export const updated = {
  // Without what is erased with a prospect, an opt-out or an email.
  audit: [
    ['prospect.added', null, '{"templateId":"podcast","campaign":"Spring"}'],
    ['prospect.mailed', '{"state":"prospect"}', '{"state":"contacted"}'],
    ['outreach.opted_out', null, '{"prospects":1}'],
    ['mail.deleted', '{"state":"sent"}', null],
    ['backlink.changed', '{"status":"lost"}', '{"status":"active"}'],
    ['user.created', null, '{"email":"op@site.example"}'],
  ].map(([action, before, after]) => ({ action, before, after })),
  counterNotices: [
    { event_id: 2, opened_at: null },
    { event_id: 4, opened_at: null },
  ],
  mails: [{ mails: 1 }, { mails: 1 }, { mails: 0 }],
  networks: [{ network: '' }, { network: '' }],
  outbox: ['waiting', 'waiting', 'sent', 'failed'].map((state) => ({ state })),
  links: ['waiting', 'waiting', 'ready', 'refused'].map((state) => ({ state, job_id: null })),
  // Waiting and running work: no process of version 2 is left to do it.
  jobs: [
    ...[
      [1, 70, 3, 'Greylisted'],
      [2, 60, 1, null],
    ].map(([mail, run_at, attempts, error]) => ({
      ...{ kind: 'mail', key: `${mail}`, payload: `{"mail":${mail}}`, state: 'waiting' },
      ...{ run_at, attempts, claim_token: null, error },
    })),
    ...[
      ['backup', 'done', 100, 1, null],
      ['covers', 'done', 100, 1, null],
      ['post-retention', 'done', 100, 1, null],
      ['analytics', 'waiting', 100, 0, 'They don’t match'],
      ['backup', 'waiting', 100 + 24 * 3_600_000, 0, null],
      // Interrupted, and requested.
      ['message-retention', 'waiting', 100, 0, null],
      ['post-retention', 'waiting', 100, 0, null],
    ].map(([kind, state, run_at, attempts, error]) => ({
      ...{ kind, key: null, payload: '{}', state, run_at, attempts, claim_token: null, error },
    })),
    {
      ...{ kind: 'link-checks', key: 'marked', payload: '{"weekly":false}', state: 'waiting' },
      ...{ run_at: 80, attempts: 0, claim_token: null, error: null },
    },
    ...Array.from({ length: 2 }, () => ({
      ...{ kind: 'batch', key: null, payload: '{}', state: 'waiting' },
      ...{ run_at: 1, attempts: 0, claim_token: null, error: null },
    })),
    ...['inbox', 'figures'].map((work) => ({
      ...{ kind: 'counting', key: work, payload: `{"work":"${work}"}`, state: 'waiting' },
      ...{ run_at: 0, attempts: 0, claim_token: null, error: null },
    })),
    ...[
      [2, 30],
      [5, 60],
      [6, 70],
    ].map(([run, run_at]) => ({
      ...{ kind: 'bulk', key: `${run}`, payload: `{"run":${run}}`, state: 'waiting' },
      ...{ run_at, attempts: 0, claim_token: null, error: null },
    })),
    {
      ...{ kind: 'refold', key: 'refold', payload: '{}', state: 'waiting' },
      ...{ run_at: 0, attempts: 0, claim_token: null, error: null },
    },
  ],
  bulkRuns: ['done', 'running', null, 'done', 'running', 'running']
    .map((state, n) => ({ id: n + 1, state }))
    .filter(({ state }) => state !== null),
  // As many zeros as rows have been changed or skipped: a run goes on after them.
  bulkSelections: [
    { run_id: 2, row_ids: '[0,0,3,4]' },
    { run_id: 5, row_ids: '[0,8,9]' },
    { run_id: 6, row_ids: '[1,2]' },
  ],
  bulkChanges: [
    { run_id: 1, row_id: 1, was: 'active' },
    { run_id: 1, row_id: 2, was: 'inactive' },
    { run_id: 2, row_id: 1, was: 'active' },
    { run_id: 4, row_id: 8, was: 'active' },
    { run_id: 4, row_id: 9, was: 'flagged' },
  ],
  marks: [90, 80, null].map((mark) => ({ mark })),
  pauses: [{ paused_until: null, pause_ms: null, pause_cause: null }],
}

async function readAll(rows: (query: string) => Promise<unknown>): Promise<object> {
  const found = Object.entries(read).map(async ([name, query]) => [name, await rows(query)])
  return Object.fromEntries(await Promise.all(found))
}

/** Creates a file as version 2.0.0 left it, with a site's rows. */
export function makeVersion2File(file: string): void {
  const connection = new SQLite(file)
  const schema = readFileSync('tests/support/version-2/sqlite.sql', 'utf8')
  connection.exec(`begin; ${schema} ${rows}; commit`)
  connection.close()
}

/** Fills an empty PostgreSQL database as version 2.0.0 left it, with a site's rows. */
export async function makeVersion2Server(url: string): Promise<void> {
  await onDatabase(url, readFileSync('tests/support/version-2/postgres.sql', 'utf8'))
  await onDatabase(url, rows)
}

export function readUpdatedFile(file: string): Promise<object> {
  const connection = new SQLite(file, { readonly: true })
  return readAll(async (query) => connection.prepare(query).all()).finally(() => connection.close())
}

export function readUpdatedServer(url: string): Promise<object> {
  return readAll((query) => onDatabase(url, query))
}
