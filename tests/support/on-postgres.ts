/**
 * Test files that run a second time on PostgreSQL: those of rooms with tables of their own, and one
 * of each kind elsewhere. All of the others would make the tests take twice as long, and find no more.
 */
export const onPostgres = [
  'tests/**/*.postgres.test.ts',
  'tests/{accounts,admin,analytics,audit,backlinks,contact,dmca,lists,mail}/*.test.ts',
  'tests/{moderation,newsletter,posts,processes}/*.test.ts',
  'tests/download/{batch,batch-limits,batch-zip,covers}.test.ts',
  'tests/download/extraction/{check-extraction,extraction-cache,source-canary,source-chain}.test.ts',
  'tests/http/fuzz-forms.test.ts',
  'tests/operations/{bulk-runs,engine,engine-sql,system-page}.test.ts',
  'tests/server/page-cache.test.ts',
  'tests/settings/{admin-settings,admin-settings-rules,settings-in-force-limits,stored-settings}.test.ts',
]

export const onSqliteAlone = [
  // About the database's file itself, its statements or its speed.
  'tests/**/*.sqlite.test.ts',
  // Without a table.
  'tests/accounts/{device-label,password-policy,use-auth}.test.ts',
  'tests/{analytics/code-names,contact/link-recipients,mail/mailer}.test.ts',
  'tests/backlinks/{link-checker,robots}.test.ts',
  'tests/dmca/{business-days,report-due}.test.ts',
  'tests/{lists/fold-case,lists/list-address,posts/author-key,posts/post-link}.test.ts',
  // Hashes passwords for a minute.
  'tests/accounts/known-devices.test.ts',
  // Writes events of past weeks into the file.
  'tests/analytics/weekly-report.test.ts',
]
