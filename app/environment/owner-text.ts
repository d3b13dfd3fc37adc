import { accessSync, constants, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { codeOf } from './error-code.ts'

/** The two rights change owners, and read folders that only their owners can. */
const inContainer =
  'docker compose run --rm --user root --cap-add CHOWN --cap-add DAC_READ_SEARCH cleanclip'

const refusals = /^(?:EACCES|EPERM|SQLITE_(?:READONLY|CANTOPEN|PERM|AUTH))/

/** Returns true if the system refused an account's access to a file. */
export function isRefusal(error: unknown): boolean {
  return refusals.test(codeOf(error))
}

/**
 * Returns why this process can't use a file, for the operator. `paths` are the folder and files
 * that it needs: the first that belongs to another account and is closed to this one is named, with
 * the command that changes its owner. All that is in `dataDir` is the site's.
 */
export function ownerText(error: unknown, dataDir: string | null, ...paths: string[]): string {
  const reason = error instanceof Error ? error.message : String(error)
  const own = process.getuid?.()
  if (own === undefined || !isRefusal(error)) return reason
  for (const file of paths) {
    const facts = statSync(file, { throwIfNoEntry: false })
    if (facts === undefined || facts.uid === own || isOpen(file)) continue
    const isSites = file === dataDir || path.dirname(file) === dataDir
    return (
      `${reason}\n${facts.isDirectory() ? 'The folder' : 'The file'} ${file} belongs to uid ${facts.uid}, but the server runs as uid ${own}. ` +
      `Run it as that user, or change the owner:\n  ${asRoot()} chown ${isSites ? '-R ' : ''}${own}:${process.getgid?.()} ${isSites ? dataDir : file}`
    )
  }
  return reason
}

function asRoot(): string {
  return ['/.dockerenv', '/run/.containerenv'].some((mark) => existsSync(mark))
    ? inContainer
    : 'sudo'
}

function isOpen(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}
