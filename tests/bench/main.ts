import { spawnSync } from 'node:child_process'
import os from 'node:os'
import { parseArgs } from 'node:util'
import { analyticsRows } from './analytics.ts'
import { backlinkRows } from './backlinks.ts'
import { cutRows } from './cut.ts'
import { dmcaRows } from './dmca.ts'
import { engineRows } from './engines.ts'
import { jobRows } from './jobs.ts'
import { joinRows } from './join.ts'
import { lighthouseRows } from './lighthouse.ts'
import { lookupRows } from './lookups.ts'
import { mediaRows } from './media.ts'
import { mp3Rows } from './mp3.ts'
import { pageRows } from './pages.ts'
import { platformPageRows } from './platform-page.ts'
import { platformRows } from './platforms.ts'
import { postRows } from './posts.ts'
import { soakRows } from './soak.ts'
import { sourceRows } from './sources.ts'
import { startRows } from './start.ts'
import type { Row } from './table.ts'
import { userRows } from './users.ts'
import { webhookRows } from './webhooks.ts'

/** `npm run bench [part …]`: measures on this machine, and prints ratios within this one run. */
const parts: Record<string, () => Row[] | Promise<Row[]>> = {
  start: startRows,
  pages: pageRows,
  lookups: lookupRows,
  engines: engineRows,
  jobs: jobRows,
  sources: sourceRows,
  'platform-page': platformPageRows,
  platforms: platformRows,
  media: mediaRows,
  mp3: mp3Rows,
  cut: cutRows,
  join: joinRows,
  analytics: analyticsRows,
  users: userRows,
  posts: postRows,
  dmca: dmcaRows,
  webhooks: webhookRows,
  backlinks: backlinkRows,
  lighthouse: lighthouseRows,
  /** Only when it is asked for: `npm run bench soak -- --minutes 10`. */
  soak: () => soakRows(Number(values.minutes)),
}

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '10' } },
})
const unknown = asked.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  process.stderr.write(
    `No such part: ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}\n`,
  )
  process.exit(1)
}
const { status } = spawnSync(process.execPath, ['app/cli/build.ts'], { stdio: 'inherit' })
if (status !== 0) process.exit(1)

process.stdout.write(`Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0]?.model}\n`)
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 ? !asked.includes(name) : name === 'soak') continue
  process.stdout.write(`\n${name}\n${markdown(await measure())}`)
}

function markdown(rows: Row[]): string {
  const lines = rows.map(
    ({ what, figure, yardstick = '', ratio = '' }) =>
      `| ${what} | ${figure} | ${yardstick} | ${ratio} |`,
  )
  return ['| measure | figure | yardstick | ratio |', '|---|---|---|---|', ...lines, ''].join('\n')
}
