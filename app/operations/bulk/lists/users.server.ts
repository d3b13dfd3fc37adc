import type { Kysely } from 'kysely'
import {
  type BulkResult,
  deleteUsers,
  setUserStatuses,
  signOutEverywhere,
  type UsersByStatus,
} from '#app/accounts/user-change.server.ts'
import { userNumbers } from '#app/accounts/user-list.server.ts'
import type {
  BulkAction,
  BulkList,
  BulkPart,
  BulkStep,
  RowsByStatus,
} from '#app/operations/bulk/bulk-list.ts'
import type { Database, UserStatus } from '#db/schema.ts'
import { countReasons, matchingRows } from './steps.server.ts'

const statuses = ['active', 'inactive', 'banned'] as const
const statusAfter: Readonly<Record<string, UserStatus>> = {
  activate: 'active',
  deactivate: 'inactive',
  ban: 'banned',
}

type Found = { seq: number; id: string; status: UserStatus }

async function usersAt(rows: readonly number[], trx: Kysely<Database>): Promise<Found[]> {
  const query = trx.selectFrom('users').select(['seq', 'id', 'status'])
  return query.where('seq', 'in', rows).orderBy('seq').execute()
}

const none = (): UsersByStatus => ({ active: [], inactive: [], banned: [] })

function stepOf({ changed, refused }: BulkResult): BulkStep {
  return { changed: changed.length, skipped: countReasons(refused.map(({ problem }) => problem)) }
}

async function setStatuses(next: UsersByStatus, users: Found[], part: BulkPart): Promise<BulkStep> {
  const { actor, trx } = part
  const { was, ...result } = await setUserStatuses(next, actor, { executor: trx, isPart: true })
  const seqOf = new Map(users.map(({ id, seq }) => [id, seq]))
  const rows = statuses.map((status) => [status, was[status].map((id) => seqOf.get(id) ?? 0)])
  const { changed, skipped } = stepOf(result)
  const turned = statuses.flatMap((status) => was[status]).length
  return {
    changed: turned,
    skipped: { ...skipped, already: changed - turned },
    was: Object.fromEntries(rows),
  }
}

function status(next: UserStatus): BulkAction['change'] {
  return async (rows, part) => {
    const users = await usersAt(rows, part.trx)
    return setStatuses({ ...none(), [next]: users.map(({ id }) => id) }, users, part)
  }
}

async function restore(was: RowsByStatus, action: string, part: BulkPart): Promise<BulkStep> {
  const users = await usersAt(Object.values(was).flat(), part.trx)
  const unchanged = users.filter((user) => user.status === statusAfter[action])
  const next = none()
  for (const name of statuses) {
    next[name] = unchanged.filter(({ seq }) => was[name]?.includes(seq)).map(({ id }) => id)
  }
  const step = await setStatuses(next, unchanged, part)
  return { ...step, skipped: { ...step.skipped, changed: users.length - unchanged.length } }
}

const signedOut = 'They are signed out, and can’t sign in until they are active again.'

export const users: BulkList = {
  nouns: ['user', 'users'],
  title: 'Users',
  ...matchingRows('/admin/users', userNumbers),
  restore,
  isToldByRow: true,
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
      isDrastic: false,
      canUndo: true,
      change: status('active'),
    },
    deactivate: {
      label: 'Deactivate',
      doing: 'Deactivating',
      done: 'inactive now, and signed out',
      text: signedOut,
      isDrastic: true,
      canUndo: true,
      change: status('inactive'),
    },
    ban: {
      label: 'Ban',
      doing: 'Banning',
      done: 'banned, and signed out',
      text: signedOut,
      isDrastic: true,
      canUndo: true,
      change: status('banned'),
    },
    sign_out: {
      label: 'Sign out',
      doing: 'Signing out',
      done: 'signed out everywhere',
      text: 'They are signed out on every device. Your own account is left out.',
      isDrastic: false,
      canUndo: false,
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
      canUndo: false,
      asks: 'password',
      async change(rows, { actor, trx }) {
        const ids = (await usersAt(rows, trx)).map(({ id }) => id)
        return stepOf(await deleteUsers(ids, actor, { executor: trx, isPart: true }))
      },
    },
  },
}
