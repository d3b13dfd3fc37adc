import { statSync } from 'node:fs'
import process from 'node:process'
import { env } from '#app/env.server.ts'

/**
 * Started by root, goes on as the account that the data folder belongs to: the server, which is
 * seldom root, could not read what root makes or restores in there.
 */
export function becomeDataOwner(): void {
  if (process.getuid?.() !== 0) return
  const folder = statSync(env.DATA_DIR, { throwIfNoEntry: false })
  if (folder === undefined || folder.uid === 0) return
  process.setgroups?.([folder.gid])
  process.setgid?.(folder.gid)
  process.setuid?.(folder.uid)
}
