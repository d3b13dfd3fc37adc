// @module-tag process
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const transaction = 'db.transaction().execute(async () => {})'
const code = (line: string) => `import { db } from '#db/engine.ts'\n${line}\n`

test('a transaction that is not alone among writers has a reason beside it', () => {
  const project = mkdtempSync(path.join(tmpdir(), 'cleanclip-transactions-'))
  try {
    cpSync('biome.json', path.join(project, 'biome.json'))
    cpSync('lint', path.join(project, 'lint'), { recursive: true })
    mkdirSync(path.join(project, 'app/mail'), { recursive: true })
    const write = (name: string, line: string) =>
      writeFileSync(path.join(project, 'app/mail', name), code(line))
    write('bare.server.ts', `await ${transaction}`)
    write('lines.server.ts', `await db\n  .transaction()\n  .execute(async () => {})`)
    write(
      'said.server.ts',
      `// biome-ignore lint/plugin: Sums are right in any order.\nawait ${transaction}`,
    )
    const { stdout } = spawnSync(
      path.resolve('node_modules/.bin/biome'),
      ['lint', '--vcs-enabled=false', '--reporter=json', '.'],
      { cwd: project, encoding: 'utf8' },
    )
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { location: { path: string } }[] }
    const refused = diagnostics.map(({ location }) => path.basename(location.path))
    expect(refused.sort()).toEqual(['bare.server.ts', 'lines.server.ts'])
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})
