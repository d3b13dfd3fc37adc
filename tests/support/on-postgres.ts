import { type circle, leftOutWhole } from './circles.ts'

/**
 * Tests of stored data, which run on PostgreSQL too: those of rooms with their own tables, and one
 * of each kind elsewhere.
 */
const everyFile = [
  'tests/**/*.postgres.test.ts',
  'tests/{accounts,admin,analytics,audit,backlinks,bulk,contact,dmca,jobs,lists,mail}/*.test.ts',
  'tests/{moderation,newsletter,posts,processes,views,webhooks}/*.test.ts',
  'tests/download/{batch,batch-limits,batch-queue,batch-zip,covers,downloads-in-parts,lookup-claim,post-counts}.test.ts',
  'tests/download/extraction/{check-extraction,extraction-cache,source-canary,source-chain}.test.ts',
  'tests/http/fuzz-forms.test.ts',
  'tests/system/{engine,engine-sql,system-page}.test.ts',
  'tests/server/page-cache.test.ts',
  'tests/settings/{admin-settings,admin-settings-rules,settings-in-force-limits,stored-settings}.test.ts',
]

/** Those of the gate, after SQLite: rules and lists that use SQL, one of each kind of statement. */
const gateFiles = [
  'tests/**/*.postgres.test.ts',
  'tests/processes/*.test.ts',
  'tests/accounts/user-rules.test.ts',
  'tests/analytics/{analytics-view,event-queue}.test.ts',
  'tests/audit/admin-audit.test.ts',
  'tests/download/{batch-queue,downloads-in-parts,lookup-claim,post-counts,extraction/extraction-cache}.test.ts',
  'tests/lists/{refold,status-list}.test.ts',
  'tests/views/own-list.test.ts',
  'tests/jobs/*.test.ts',
  'tests/moderation/{moderation-rules,post-list}.test.ts',
  'tests/system/{engine,engine-sql}.test.ts',
  'tests/posts/post-retention.test.ts',
  'tests/settings/stored-settings.test.ts',
]

const onSqliteAlone = [
  // About the database file, its statements or its speed.
  'tests/**/*.sqlite.test.ts',
  // Without a table.
  'tests/accounts/{device-label,password-policy,use-auth}.test.ts',
  'tests/{analytics/code-names,contact/link-recipients,mail/exim,mail/mailer,mail/postfix,mail/scripted-mail,mail/smtp-answers}.test.ts',
  'tests/backlinks/{link-checker,robots}.test.ts',
  'tests/dmca/{business-days,report-due}.test.ts',
  'tests/{lists/fold-case,lists/list-address,posts/author-key,posts/post-link}.test.ts',
  // Hashes passwords for a minute.
  'tests/accounts/known-devices.test.ts',
  // Writes events of past weeks into the file.
  'tests/analytics/weekly-report.test.ts',
]

/** Returns the files of Vitest’s project `postgres` for a circle. */
export function filesOnPostgres(of: typeof circle): { include: string[]; exclude: string[] } {
  return of === 'gate'
    ? { include: gateFiles, exclude: [...onSqliteAlone, ...leftOutWhole('tests/**/*.test.ts')] }
    : { include: everyFile, exclude: onSqliteAlone }
}
