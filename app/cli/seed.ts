// First: nothing may serve, or count, while rows are made or taken away.
import { figure } from '#app/i18n/figure-text.ts'
import '#db/sqlite/sole-server.ts'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { env } from '#app/env.server.ts'
import { isDemoData } from '#app/operations/notices/demo-data.server.ts'
import { instances } from '#app/processes/instances.server.ts'
import { db } from '#db/engine.ts'
import {
  beginCounting,
  emptyDemo,
  type Found,
  fillDemo,
  laterContent,
  presentContent,
} from '#db/seed/index.ts'

/** `npm run seed`: fills an empty database with made-up rows, to look at and to measure with. */

const usage = `npm run seed -- [options]

  (no option)   Fills an empty database with made-up posts, users, reports, backlinks and figures.
  --rows N      How many posts and users, 100 to 5,000,000 (default 400). The rest is in proportion.
  --seed N      A different number makes different rows (default 1).
  --clear       Removes all of it. Accounts created by hand, settings and the audit log stay.
  --yes         With --clear: also removes what was added since.

All servers on the database must be stopped. To use a separate database:
DATA_DIR=./demo-data npm run seed
`

const wholeNumber = (usual: number, low: number, high: number) =>
  z
    .string()
    .default(String(usual))
    .transform(Number)
    .refine(
      (n) => Number.isInteger(n) && n >= low && n <= high,
      `a whole number from ${figure(low)} to ${figure(high)}`,
    )

const Options = z.object({
  rows: wholeNumber(400, 100, 5_000_000),
  seed: wholeNumber(1, 0, 4_294_967_295),
  clear: z.boolean(),
  yes: z.boolean(),
  help: z.boolean(),
})

process.exitCode = await run()
await db.destroy()

async function run(): Promise<number> {
  const options = parseOptions()
  if (options === null) return 1
  if (options.help) return say(usage.trimEnd())
  const servers = (await instances.list()).filter(({ isAlive }) => isAlive)
  if (servers.length > 0) {
    const hosts = new Intl.ListFormat('en').format(servers.map(({ host }) => host))
    return fail(
      `Servers are running on this database: ${hosts}. Nothing was changed.\n` +
        'Stop all of them first. One that was killed counts as running for 15 seconds.',
    )
  }
  return options.clear ? clear(options.yes) : fill(options)
}

async function fill(options: { rows: number; seed: number }): Promise<number> {
  if (await isDemoData()) {
    return fail('There is demo data already. To start over: npm run seed -- --clear')
  }
  const present = await presentContent()
  if (present.length > 0) {
    return fail(
      `Only an empty database can be filled, and ${env.POSTGRES_URL === null ? env.DATABASE_FILE : 'this one'} holds ${listed(present)}.\n` +
        'Nothing was changed. To use a separate database: DATA_DIR=./demo-data npm run seed',
    )
  }
  if (!(await beginCounting())) {
    return fail("Another process is counting this database's events. Nothing was changed.")
  }
  const start = performance.now()
  await fillDemo(options, (what) => say(`Making ${what} …`))
  const seconds = Math.round((performance.now() - start) / 1000)
  say(`Done in ${seconds} s: ${listed(await presentContent())}.`)
  return say('The back office marks it as demo data. To remove it: npm run seed -- --clear')
}

async function clear(confirmed: boolean): Promise<number> {
  const later = await laterContent()
  if (later === null) return fail('There is no demo data here, so nothing was removed.')
  const { whole, found } = later
  if (found.length > 0 && !confirmed) {
    return fail(
      (whole
        ? `Since the demo data was made, this was added: ${listed(found)}.\nIt would be removed too.`
        : `Seeding was cut short, so what was added since can't be told apart. All of this would be removed: ${listed(found)}.`) +
        ' Nothing was changed. To continue: npm run seed -- --clear --yes',
    )
  }
  await emptyDemo(whole ? found.reduce((sum, { n }) => sum + n, 0) : null)
  return say(
    'The demo data is gone. Accounts created by hand, settings and the audit log are unchanged.',
  )
}

function parseOptions(): z.infer<typeof Options> | null {
  try {
    const { values } = parseArgs({
      options: {
        rows: { type: 'string' },
        seed: { type: 'string' },
        clear: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    })
    const parsed = Options.safeParse(values)
    if (parsed.success) return parsed.data
    fail(parsed.error.issues.map(({ path, message }) => `--${path.join()}: ${message}`).join('\n'))
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
  process.stderr.write(`\n${usage}`)
  return null
}

/** `3 posts, 1 campaign and 12 counted events` */
function listed(found: Found[]): string {
  const texts = found.map(({ n, what }) => `${figure(n)} ${what}`)
  return new Intl.ListFormat('en').format(texts)
}

function say(line: string): 0 {
  process.stdout.write(`${line}\n`)
  return 0
}

function fail(text: string): 1 {
  process.stderr.write(`${text}\n`)
  return 1
}
