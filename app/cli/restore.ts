import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import { env } from '#app/env.server.ts'
import { DatabaseFileError } from '#db/sqlite/check-file.ts'
import { restoreInto } from '#db/sqlite/restore-file.ts'

/** Runs `npm run admin -- restore FILE` or `verify FILE`. Returns the exit code. */
export async function runOnFile(command: 'restore' | 'verify', given?: string): Promise<number> {
  if (given === undefined) return fail(`Say which file: npm run admin -- ${command} FILE`)
  const backups = path.join(env.DATA_DIR, 'backups')
  const own = path.join(backups, path.basename(given))
  const source = isReadable(given) ? path.resolve(given) : own
  if (!isReadable(source)) {
    return fail(
      `There is no file ${given} here or in ${backups}, or the account that owns the data can't read it.`,
    )
  }
  if (!statSync(source).isFile()) {
    return fail(`${source} isn’t a file. Give the database file itself, such as a backup.`)
  }
  try {
    const result = await restoreInto({
      source,
      file: env.DATABASE_FILE,
      backups,
      checkOnly: command === 'verify',
    })
    if (!result.ok) return fail(result.text)
    process.stdout.write(`${result.text}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof DatabaseFileError)) throw error
    return fail(`${source} can’t be used. ${error.message}`)
  }
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

function fail(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}
