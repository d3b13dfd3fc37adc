import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { listPasskeys, removePasskeys } from '#app/accounts/credentials/passkey.server.ts'
import { type PasswordFault, passwordFaultText } from '#app/accounts/credentials/password.server.ts'
import { preparedPassword } from '#app/accounts/credentials/password-hash.server.ts'
import { resetLink } from '#app/accounts/credentials/password-reset.server.ts'
import { secondsBlocked, unlock } from '#app/accounts/credentials/sign-in-limit.server.ts'
import { disableTwoFactor } from '#app/accounts/credentials/totp.server.ts'
import { setPassword } from '#app/accounts/set-password.server.ts'
import {
  createUser,
  findUserByEmail,
  listAdmins,
  type User,
  UserEmail,
  UserName,
  userObject,
} from '#app/accounts/user.server.ts'
import type { Actor } from '#app/audit/audit.server.ts'
import { recordAudit } from '#app/audit/audit.server.ts'
import { backupPath, listBackups, makeBackup } from '#app/backups/backup.server.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { db } from '#db/engine.ts'

/** The commands of `npm run admin` that use the database, for managing admins without a browser. */

const usage = `npm run admin -- COMMAND [options]

  list                                    Shows the admins.
  create --email ADDRESS [--name NAME]    Creates an admin.
  reset-password --email ADDRESS          Sets a new password, and ends sessions and passkeys.
  reset-password --email ADDRESS --link   Prints a link to choose one instead. It works for an hour.
  unlock --email ADDRESS                  Lets an account sign in again after too many failures.
  unlock --all                            Lifts every such block, of networks too.
  two-factor-off --email ADDRESS          Turns off an account's two-factor sign-in.
  passkeys-off --email ADDRESS            Removes an account's passkeys.
  backup                                  Makes a backup, even while the server runs.
  backups                                 Shows the backups.
  verify FILE                             Checks every page of a backup.
  restore FILE                            Restores a backup. The server must be stopped.
                                          FILE is a backup's name in DATA_DIR, or any path.

Passwords are asked for, or read from standard input if it isn't a terminal.
All commands use the database of DATA_DIR or DATABASE_URL. All but restore work while the
server runs.
`

const actor: Actor = { id: null, label: 'command line', requestId: null }

class CommandError extends Error {}

const commands: Record<string, () => Promise<void>> = {
  list,
  create,
  'reset-password': resetPassword,
  unlock: unlockAccounts,
  'two-factor-off': twoFactorOff,
  'passkeys-off': passkeysOff,
  backup,
  backups,
}

const { values: options, positionals } = parseOptions()

process.exitCode = await run()
await db.destroy()

async function run(): Promise<number> {
  const command = commands[positionals[0] ?? '']
  if (command === undefined || positionals.length > 1 || options.help) {
    say(usage.trimEnd())
    return options.help || positionals.length === 0 ? 0 : 1
  }
  try {
    await command()
    return 0
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

async function list(): Promise<void> {
  const admins = await listAdmins()
  if (admins.length === 0) say('There is no admin yet.')
  for (const { id, email, name, status, lastActiveAt, twoFactor } of admins) {
    const seen = lastActiveAt === null ? 'never' : new Date(lastActiveAt).toISOString()
    const [wait = 0] = await secondsBlocked([email])
    const { length } = await listPasskeys(id)
    const notes = [
      status,
      `last active ${seen}`,
      ...(twoFactor ? ['two-factor'] : []),
      ...(length > 0 ? [passkeys(length)] : []),
      ...(wait > 0 ? [`blocked for ${wait} s`] : []),
    ]
    say(`${email}  ${name}  (${notes.join(', ')})`)
  }
}

async function create(): Promise<void> {
  const email = emailOption()
  const name = UserName.safeParse(options.name ?? email.split('@')[0])
  if (!name.success) throw new CommandError('--name must have 1 to 100 characters.')
  if ((await findUserByEmail(email)) !== null) throw new CommandError(`${email} already exists.`)
  const password = await newPassword()
  const result = await createUser({ email, name: name.data, role: 'admin', password }, actor)
  if (result.ok) return say(`${email} is an admin now.`)
  throw result.problem === 'weak_password'
    ? weakPassword(result.faults)
    : new CommandError(`${email} already exists.`)
}

async function resetPassword(): Promise<void> {
  const user = await userOption()
  if (options.link) return say(await resetLink(user, actor))
  const result = await setPassword(user.id, await newPassword(), actor)
  if (!result.ok) {
    throw result.problem === 'weak_password'
      ? weakPassword(result.faults)
      : new CommandError(`The account ${user.email} no longer exists.`)
  }
  await unlock(user)
  say(
    `The password of ${user.email} was changed. All its sessions were ended and its passkeys removed.`,
  )
}

async function unlockAccounts(): Promise<void> {
  const user = options.all ? null : await userOption()
  const lifted = await unlock(user)
  const object = user === null ? { type: 'user', id: null } : userObject(user)
  await recordAudit({ actor, action: 'sign_in.unlocked', object, after: { lifted } })
  const whose = user === null ? 'all accounts and networks' : user.email
  say(lifted === 0 ? `Nothing was blocked for ${whose}.` : `Unlocked ${whose}.`)
}

async function twoFactorOff(): Promise<void> {
  const user = await userOption()
  const done = await disableTwoFactor(user, actor)
  const now = done ? 'is off now, and its passkeys are removed' : "wasn't on"
  say(`Two-factor sign-in for ${user.email} ${now}.`)
}

async function passkeysOff(): Promise<void> {
  const user = await userOption()
  const removed = await removePasskeys(user, actor)
  const { email } = user
  say(removed === 0 ? `${email} has no passkeys.` : `Removed ${passkeys(removed)} of ${email}.`)
}

function passkeys(count: number): string {
  return count === 1 ? '1 passkey' : `${count} passkeys`
}

async function backup(): Promise<void> {
  const result = await makeBackup('by-hand', actor)
  if (!result.ok) throw new CommandError(`No backup was made. ${result.text}`)
  say(`${backupPath(result.backup)} (${formatBytes(result.backup.bytes, 'en')})`)
}

async function backups(): Promise<void> {
  const found = await listBackups()
  if (found.length === 0) say('There is no backup yet.')
  for (const { name, bytes, check } of found) {
    const state = check === null ? 'not checked' : (check.problem ?? 'intact')
    say(`${name}  ${formatBytes(bytes, 'en')}  ${state}`)
  }
}

function parseOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        link: { type: 'boolean', default: false },
        all: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(1)
  }
}

function emailOption(): string {
  const email = UserEmail.safeParse(options.email)
  if (!email.success) throw new CommandError('--email must be an email address.')
  return email.data
}

async function userOption(): Promise<User> {
  const email = emailOption()
  const user = await findUserByEmail(email)
  if (user === null) throw new CommandError(`There is no account ${email}.`)
  return user
}

/** Never taken as an option: everyone on the machine can read those while the command runs. */
async function newPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '')
  const password = await ask('New password: ')
  const again = await ask('Confirm password: ')
  if (preparedPassword(password) !== preparedPassword(again))
    throw new CommandError("The two passwords don't match.")
  return password
}

async function ask(question: string): Promise<string> {
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  const answer = await terminal.question('')
  terminal.close()
  process.stdout.write('\n')
  return answer
}

function weakPassword(faults: PasswordFault[]): CommandError {
  return new CommandError(faults.map(passwordFaultText).join('\n'))
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
