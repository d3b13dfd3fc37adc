import process from 'node:process'
import { env } from '#app/env.server.ts'
import { endForFault } from '#db/unavailable.ts'
import { becomeDataOwner } from './data-owner.ts'

/** `npm run admin -- COMMAND`. Those that replace the database don't open it: it may be damaged. */

/** Advice for a command that works on files only. */
const onServers: Readonly<Record<string, string>> = {
  backup:
    'To back it up, use the tools of PostgreSQL:\n' +
    '  pg_dump --format=custom --no-unlogged-table-data --file=cleanclip.dump "$DATABASE_URL"\n' +
    'For a copy of all rows in a SQLite file, stop all servers:\n' +
    '  npm run move -- --to file:PATH',
  backups: 'Backups of a database server are wherever its own tools put them, not here.',
  verify:
    'To look at a dump of PostgreSQL:\n  pg_restore --list cleanclip.dump\n' +
    'To look at a backup of a file, run this without DATABASE_URL.',
  restore:
    'To restore a dump, stop all servers and load it into a new, empty database:\n' +
    '  pg_restore --no-owner --dbname="$DATABASE_URL" cleanclip.dump\n' +
    'To move a file, or a backup of one, to a new, empty database:\n' +
    '  npm run move -- --from file:PATH',
}

becomeDataOwner()
const [command, file] = process.argv.slice(2)
const advice = env.POSTGRES_URL === null ? undefined : onServers[command ?? '']
if (advice !== undefined) {
  process.stderr.write(`The database is on a PostgreSQL server, not in a file. ${advice}\n`)
  process.exitCode = 1
} else if (command === 'restore' || command === 'verify') {
  const { runOnFile } = await import('./restore.ts')
  process.exitCode = await runOnFile(command, file)
} else {
  await import('./admin-commands.ts').catch(endForFault)
}
