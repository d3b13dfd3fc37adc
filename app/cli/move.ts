import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readSalts, storeSalts } from '#app/analytics/salts-file.server.ts'
import { env } from '#app/env.server.ts'
import { addressFault, postgresUrl } from '#app/environment/postgres-address.ts'
import { realPath } from '#app/environment/real-path.ts'
import { fileOfUrl } from '#app/environment/variables.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { moveToFile, moveToServer } from '#db/move/index.ts'
import type { MoveResult, Progress } from '#db/move/move.ts'
import { MoveError } from '#db/move/sides.ts'
import { becomeDataOwner } from './data-owner.ts'

/** `npm run move`: moves a site between the database engines. */

const usage = `npm run move -- [--from ADDRESS] [--to ADDRESS]

  --from ADDRESS  The current database. Default: DATABASE_URL, else the file in DATA_DIR.
  --to ADDRESS    An empty PostgreSQL database (default: DATABASE_URL), or a file that doesn't
                  exist yet.

An ADDRESS is postgres://user@host:5432/database or file:PATH. Give one of each kind.
A password in an address can be read by everyone on this machine while the command runs, and npm
prints it. Put it in the variable PGPASSWORD, or the whole address in DATABASE_URL.

All servers must be stopped. Every row is copied, read back on both sides and compared. The
source is never changed. If a move is cut short, start it again.
`

const showEveryMs = 2_000

const secretFile = path.join(env.DATA_DIR, 'session-secret')

const whatSecretsDo = 'With it, sessions and links keep working, and stored secrets can be read.'

const whereSecretIs =
  env.SESSION_SECRET === undefined
    ? ` (in ${secretFile}; several lines become one, with commas)`
    : ''

const nextOnServer = `
Start the servers with DATABASE_URL set to the new address, and SESSION_SECRET to the secret that
the site has used${whereSecretIs}.
${whatSecretsDo}
`.trim()

process.exitCode = await run()

async function run(): Promise<number> {
  const options = parseOptions()
  if (options === null) return 1
  if (options.help) return say(usage.trimEnd())
  becomeDataOwner()
  const from = options.from ?? env.POSTGRES_URL ?? `file:${env.DATABASE_FILE}`
  const to = options.to ?? (from === env.POSTGRES_URL ? null : env.POSTGRES_URL) ?? ''
  const fault = faultOfAddresses(from, to)
  if (fault !== null) return fail(`${fault}\n\n${usage.trimEnd()}`)
  const begun = performance.now()
  try {
    const result = postgresUrl.test(to) ? await toServer(from, to) : await toFile(from, to)
    say(tableOf(result))
    if (!result.isSame) {
      return fail(
        'The two databases differ, so nothing was kept in the target. The source is unchanged.',
      )
    }
    const rows = result.results.reduce((sum, { source }) => sum + source.rows, 0)
    const seconds = (performance.now() - begun) / 1000
    const done = result.hadAll
      ? `An earlier move had copied all ${figure(rows)} rows.`
      : `Moved ${figure(rows)} rows in ${seconds.toFixed(1)} s.`
    say(`\n${done} Both databases now hold the same rows.`)
    return say(postgresUrl.test(to) ? nextOnServer : nextOnFile(to))
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    if (error instanceof MoveError) return fail(text)
    return fail(
      `The move failed: ${text}\nThe source is unchanged, and nothing was kept in the target. Once the cause is gone, run the move again.`,
    )
  }
}

async function toServer(from: string, to: string): Promise<MoveResult> {
  const stored = storedSecrets()
  const secrets = env.SESSION_SECRET ?? stored
  if (secrets === null) {
    throw new MoveError(
      `The site's secret isn't in ${secretFile}. Set DATA_DIR to the folder that has it, or set SESSION_SECRET.`,
    )
  }
  if (stored !== null && !stored.some((secret) => secrets.includes(secret))) {
    throw new MoveError(
      `SESSION_SECRET isn't the secret in ${secretFile}. With another secret, sessions end, and two-factor keys and the mail password can't be read.\nSet SESSION_SECRET to the secret in the file, or to a new one followed by it: new,old. If the site has already run with this SESSION_SECRET, move the file away.`,
    )
  }
  const order = { file: fileOfUrl(from), url: to, secrets, salts: readSalts() }
  return moveToServer(order, shownProgress())
}

async function toFile(from: string, to: string): Promise<MoveResult> {
  const file = fileOfUrl(to)
  const order = { url: from, file, secrets: env.SESSION_SECRET ?? storedSecrets() }
  const result = await moveToFile(order, shownProgress())
  // A copy elsewhere is kept longer than the salts may be.
  if (result.isSame && path.dirname(file) === realPath(env.DATA_DIR)) keepSalts(result.salts)
  return result
}

function keepSalts(salts: ReadonlyMap<number, Buffer>): void {
  try {
    storeSalts(salts)
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    fail(
      `The salts for visitors' hashes weren't moved, so today's visitors will count twice. ${text}`,
    )
  }
}

function nextOnFile(to: string): string {
  return [
    `Start the server with DATABASE_URL=file:${fileOfUrl(to)}, or without it if that is the file of DATA_DIR,`,
    existsSync(secretFile) && env.SESSION_SECRET === undefined
      ? "and with this DATA_DIR, which has the site's secret."
      : 'and with the SESSION_SECRET that the servers used.',
    whatSecretsDo,
  ].join('\n')
}

/** Returns the lines of SQLite's secret file. Null if there is none. */
function storedSecrets(): [string, ...string[]] | null {
  if (!existsSync(secretFile)) return null
  const lines = readFileSync(secretFile, 'utf8')
    .split('\n')
    .map((line) => line.trim())
  const [newest, ...older] = lines.filter((line) => line !== '')
  return newest === undefined ? null : [newest, ...older]
}

/** Never repeats the addresses, which may contain passwords. */
function faultOfAddresses(from: string, to: string): string | null {
  if (to === '') return 'Say where to move the database: --to ADDRESS'
  for (const [option, address] of [
    ['--from', from],
    ['--to', to],
  ] as const) {
    const problem = /^file:./.test(address) ? null : addressFault(address)
    if (problem !== null) return `${option} ${problem}.`
  }
  if (postgresUrl.test(from) !== postgresUrl.test(to)) return null
  return postgresUrl.test(to)
    ? 'Both are on PostgreSQL: use its own pg_dump and pg_restore.'
    : 'Both are files: stop the server and copy the file.'
}

function parseOptions(): { from?: string; to?: string; help: boolean } | null {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    })
    return values
  } catch {
    // The error's text would repeat an address given without an option.
    fail(usage.trimEnd())
    return null
  }
}

function shownProgress(): Progress {
  let name = ''
  let total = 0
  let done = 0
  let shownAt = 0
  return {
    phase(phase, rows) {
      name = phase
      total = rows
      done = 0
      shownAt = performance.now()
      say(`${name} ${figure(total)} rows …`)
    },
    rows(table, rows) {
      done += rows
      if (performance.now() - shownAt < showEveryMs) return
      shownAt = performance.now()
      const percent = total === 0 ? 100 : Math.floor((100 * Math.min(done, total)) / total)
      say(`  ${percent} %, ${table}`)
    },
  }
}

function tableOf({ results }: MoveResult): string {
  const rows = results.map(({ table, source, target, isSame }) => [
    table,
    figure(source.rows),
    figure(target.rows),
    source.sha256,
    isSame ? 'same' : `DIFFERENT: ${target.sha256}`,
  ])
  const all = [['table', 'rows', 'copied', 'SHA-256', ''], ...rows]
  const widths = [0, 1, 2, 3].map((n) => Math.max(...all.map((row) => row[n]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, n) =>
          n === 1 || n === 2 ? cell.padStart(widths[n] ?? 0) : cell.padEnd(widths[n] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function say(text: string): 0 {
  process.stdout.write(`${text}\n`)
  return 0
}

function fail(text: string): 1 {
  process.stderr.write(`${text}\n`)
  return 1
}
