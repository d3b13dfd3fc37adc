import type { CountedRequest } from '#app/analytics/count.server.ts'
import { noteWaited } from './countdown.server.ts'
import { readSaveLink, savedFile } from './delivery.server.ts'
import { countShared } from './save-count.server.ts'

/**
 * Counts a file that its page has fetched and passed to the share sheet. Returns false unless
 * `address` is a link for opening a file that hasn't expired.
 */
export function countSharedFile(
  address: string,
  counted: CountedRequest,
  userId: string | null,
): boolean {
  const [, id = '', name = '', query] = /^\/save\/([^/?]+)\/([^/?]+)\?(.*)$/.exec(address) ?? []
  const link = readSaveLink(id, name, new URLSearchParams(query))
  if (!link.ok || link.file.onlyContinues || link.file.purpose !== 'view') return false
  const { postId, format } = link.file
  noteWaited(counted.address, postId)
  void countShared({ counted, postId, format, userId, file: savedFile(link.file) })
  return true
}
