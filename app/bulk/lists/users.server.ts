import type { Kysely } from 'kysely'
import {
  type BulkResult,
  deleteUsers,
  setUserStatuses,
  signOutEverywhere,
  type UsersByStatus,
} from '#app/accounts/user-change.server.ts'
import { userNumbers } from '#app/accounts/user-list.server.ts'
import type { BulkAction, BulkList, BulkPart, BulkStep } from '#app/bulk/bulk-list.ts'
import type { Database, UserStatus } from '#db/schema.ts'
import {
  countReasons,
  type FoundRow,
  idsToRestore,
  matchingRows,
  rowsByStatus,
} from './steps.server.ts'

async function usersAt(
  rows: readonly number[],
  trx: Kysely<Database>,
): Promise<FoundRow<UserStatus>[]> {
  const query = trx.selectFrom('users').select(['seq', 'id', 'status'])
  return query.where('seq', 'in', rows).orderBy('seq').execute()
}

const none = (): UsersByStatus => ({ active: [], inactive: [], banned: [] })

function stepOf({ changed, refused }: BulkResult): BulkStep {
  return { changed: changed.length, skipped: countReasons(refused.map(({ problem }) => problem)) }
}

async function setStatuses(
  next: UsersByStatus,
  found: readonly FoundRow<UserStatus>[],
  { actor, trx }: BulkPart,
): Promise<BulkStep> {
  const { was, ...result } = await setUserStatuses(next, actor, { executor: trx, isPart: true })
  const { changed, skipped } = stepOf(result)
  const turned = Object.values(was).flat().length
  return {
    changed: turned,
    skipped: { ...skipped, already: changed - turned },
    was: rowsByStatus(was, found),
  }
}

function setting(status: UserStatus): Pick<BulkAction, 'change' | 'restore'> {
  return {
    async change(rows, part) {
      const users = await usersAt(rows, part.trx)
      return setStatuses({ ...none(), [status]: users.map(({ id }) => id) }, users, part)
    },
    async restore(was, part) {
      const users = await usersAt(Object.values(was).flat(), part.trx)
      return setStatuses(idsToRestore(none(), was, users, status), users, part)
    },
  }
}

const signedOut = 'They are signed out, and can’t sign in until they are active again.'

export const users: BulkList = {
  nouns: ['user', 'users'],
  title: 'Users',
  ...matchingRows('/admin/users', userNumbers),
  skipped: {
    already: 'already in that status',
    self: 'your own account',
    last_admin: 'the last active admin',
    not_found: 'deleted meanwhile',
  },
  actions: {
    activate: {
      label: 'Activate',
      doing: 'Activating',
      done: 'active again',
      text: 'They can sign in again.',
      ...setting('active'),
    },
    deactivate: {
      label: 'Deactivate',
      doing: 'Deactivating',
      done: 'inactive now, and signed out',
      text: signedOut,
      isDrastic: true,
      ...setting('inactive'),
    },
    ban: {
      label: 'Ban',
      doing: 'Banning',
      done: 'banned, and signed out',
      text: signedOut,
      isDrastic: true,
      ...setting('banned'),
    },
    sign_out: {
      label: 'Sign out',
      doing: 'Signing out',
      done: 'signed out everywhere',
      text: 'They are signed out on every device. Your own account is left out.',
      async change(rows, { actor, trx }) {
        const users = await usersAt(rows, trx)
        const others = users.filter(({ id }) => id !== actor.id)
        const ids = others.map(({ id }) => id)
        const result = await signOutEverywhere(ids, actor, { executor: trx, isPart: true })
        const step = stepOf(result)
        return {
          ...step,
          skipped: { ...step.skipped, self: users.length - others.length },
          was: { any: others.map(({ seq }) => seq) },
        }
      },
    },
    delete: {
      label: 'Delete',
      doing: 'Deleting',
      done: 'deleted',
      text: 'This permanently deletes the accounts and signs them out. Audit log entries are kept. Your own account is left out.',
      isDrastic: true,
      asks: 'password',
      async change(rows, { actor, trx }) {
        const ids = (await usersAt(rows, trx)).map(({ id }) => id)
        return stepOf(await deleteUsers(ids, actor, { executor: trx, isPart: true }))
      },
    },
  },
}
