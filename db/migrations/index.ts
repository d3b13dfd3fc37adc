import type { Migration } from 'kysely/migration'
import * as passedOn from './0030-passed-on.ts'
import * as backlinkImports from './0032-backlink-imports.ts'
import * as sourcePauses from './0033-source-pauses.ts'
import * as fairShares from './0034-fair-shares.ts'
import * as saveProgress from './0036-save-progress.ts'
import * as batchSaves from './0037-batch-saves.ts'
import * as jobs from './0039-jobs.ts'
import * as recurringJobs from './0040-recurring-jobs.ts'
import * as linkChecks from './0041-link-checks.ts'
import * as batchJobs from './0042-batch-jobs.ts'
import * as countingJobs from './0043-counting-jobs.ts'
import * as auditSentences from './0044-audit-sentences.ts'
import * as auditWithoutContacts from './0045-audit-without-contacts.ts'
import * as bulkChanges from './0046-bulk-changes.ts'
import * as withoutLease from './0047-without-lease.ts'
import * as moreFormats from './0049-more-formats.ts'
import * as platforms from './0050-platforms.ts'
import * as postsOfPlatforms from './0051-posts-of-platforms.ts'
import * as eventsByPlatform from './0052-events-by-platform.ts'
import * as webhooks from './0054-webhooks.ts'
import * as platformStatus from './0055-platform-status.ts'
import * as apiTokens from './0056-api-tokens.ts'
import * as mailFaults from './0057-mail-faults.ts'
import * as refoldSearches from './0058-refold-searches.ts'
import * as campaigns from './0059-campaigns.ts'
import * as partialSaves from './0060-partial-saves.ts'
import * as refoldAccents from './0061-refold-accents.ts'
import { baseline } from './baseline/index.ts'

/** The last migration of version 2.0.0. The baseline has its name: 2.0's databases have had it. */
export const baselineName = '0029-processes'

/** Frozen once landed: a change to the schema is a new entry at the end. */
export const migrations: Record<string, Migration> = {
  [baselineName]: baseline,
  '0030-passed-on': passedOn,
  '0032-backlink-imports': backlinkImports,
  '0033-source-pauses': sourcePauses,
  '0034-fair-shares': fairShares,
  '0036-save-progress': saveProgress,
  '0037-batch-saves': batchSaves,
  '0039-jobs': jobs,
  '0040-recurring-jobs': recurringJobs,
  '0041-link-checks': linkChecks,
  '0042-batch-jobs': batchJobs,
  '0043-counting-jobs': countingJobs,
  '0044-audit-sentences': auditSentences,
  '0045-audit-without-contacts': auditWithoutContacts,
  '0046-bulk-changes': bulkChanges,
  '0047-without-lease': withoutLease,
  '0049-more-formats': moreFormats,
  '0050-platforms': platforms,
  '0051-posts-of-platforms': postsOfPlatforms,
  '0052-events-by-platform': eventsByPlatform,
  '0054-webhooks': webhooks,
  '0055-platform-status': platformStatus,
  '0056-api-tokens': apiTokens,
  '0057-mail-faults': mailFaults,
  '0058-refold-searches': refoldSearches,
  '0059-campaigns': campaigns,
  '0060-partial-saves': partialSaves,
  '0061-refold-accents': refoldAccents,
}
