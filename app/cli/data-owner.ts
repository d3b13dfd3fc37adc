import { statSync } from 'node:fs'
import process from 'node:process'
import { env } from '#app/env.server.ts'

/**
 * If run as root, switches to the account that owns the data folder: the server, which rarely runs
 * as root, could not read files that root creates there.
 */
export function becomeDataOwner(): void {
  if (process.getuid?.() !== 0) return
  const folder = statSync(env.DATA_DIR, { throwIfNoEntry: false })
  if (folder === undefined || folder.uid === 0) return
  process.setgroups?.([folder.gid])
  process.setgid?.(folder.gid)
  process.setuid?.(folder.uid)
}
