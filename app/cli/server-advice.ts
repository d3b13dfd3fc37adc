import { env } from '#app/env.server.ts'

const texts: Readonly<Record<string, string>> = {
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

/** What to do instead of a command that only files have; null for others, and where it is a file. */
export function serverAdvice(command = ''): string | null {
  if (env.POSTGRES_URL === null) return null
  const text = texts[command]
  return text === undefined
    ? null
    : `The database is on a PostgreSQL server, not in a file. ${text}`
}
