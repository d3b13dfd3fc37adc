import '#db/sqlite/open.ts'

/**
 * Prints 'begin' before it opens and upgrades the database, then changes a setting repeatedly, and
 * prints each number once its change is acknowledged.
 */
process.stdout.write('begin\n')
const { changeSettings } = await import('#app/settings/settings.server.ts')

const actor = { id: null, label: 'writer', requestId: null }
const [first = '1'] = process.argv.slice(2)
for (let n = Number(first); ; n += 1) {
  await changeSettings({ retentionDays: 1 + (n % 3000), siteName: `Round ${n}` }, actor)
  process.stdout.write(`${n}\n`)
}
