import type { BulkAction, BulkList } from './bulk-list.ts'
import { backlinks } from './lists/backlinks.server.ts'
import { mails } from './lists/mails.server.ts'
import { messages } from './lists/messages.server.ts'
import { reports } from './lists/reports.server.ts'
import { users } from './lists/users.server.ts'
import { videos } from './lists/videos.server.ts'

const lists: Readonly<Record<string, BulkList | undefined>> = {
  users,
  videos,
  backlinks,
  mails,
  messages,
  reports,
}

export function findBulkList(name: string): BulkList | null {
  return Object.hasOwn(lists, name) ? (lists[name] ?? null) : null
}

export function findBulkAction(list: BulkList, name: string): BulkAction | null {
  return Object.hasOwn(list.actions, name) ? (list.actions[name] ?? null) : null
}
