// @module-tag process
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compileCache } from '#tests/support/app-server.ts'

/** The command behind `npm test`, in a small project with real Vitest and Playwright. */

const checks = ['biome', 'react-router', 'tsc', 'depcruise', 'knip']

function makeProject(files: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-gate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  for (const name of checks) {
    write(`node_modules/.bin/${name}`, `#!/bin/sh\n[ "$FAILING" != ${name} ]\n`)
    chmodSync(path.join(folder, `node_modules/.bin/${name}`), 0o755)
  }
  mkdirSync(path.join(folder, 'node_modules/@playwright'))
  for (const name of ['vitest', '@playwright/test', '.bin/vitest', '.bin/playwright']) {
    symlinkSync(path.resolve('node_modules', name), path.join(folder, 'node_modules', name))
  }
  write('package.json', '{ "type": "module" }')
  write('app/cli/build.ts', "process.exitCode = process.env.FAILING === 'build' ? 1 : 0")
  write(
    'vitest.config.ts',
    `export default {
      test: { tags: [{ name: 'process' }, { name: 'whole' }, { name: 'gate' }], exclude: ['e2e/**'] },
    }`,
  )
  write('playwright.config.ts', playwrightConfig())
  write('tests/good.test.ts', vitestFile(''))
  write('e2e/good.spec.ts', playwrightFile(''))
  for (const [file, text] of Object.entries(files)) write(file, text)
  const failing = (step: string, args: string[] = [], PATH = process.env.PATH) => {
    const command = [path.resolve('tests/run.ts'), ...args]
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...compileCache,
        PATH,
        FAILING: step,
        // No page is opened, so that any path will do.
        CHROMIUM_PATH: process.execPath,
        NO_COLOR: '1',
      },
    })
    return { status, said: stdout + stderr, lines: resultsIn(stdout) }
  }
  return failing
}

const playwrightConfig = (more = '') =>
  `export default {
    testDir: 'e2e',
    reporter: [['json', { outputFile: process.env.BROWSER_TESTS_REPORT }]],
    ${more}
  }`
const afterTests = (body: string) =>
  `import { afterAll } from 'vitest'\nafterAll(async () => {
    ${body}
    await new Promise((resolve) => setTimeout(resolve, 50))
  })\n`
const vitestFile = (body: string) => `import { test } from 'vitest'\ntest('a', () => {${body}})\n`
const playwrightFile = (body: string) =>
  `import { test } from '@playwright/test'\ntest('a', () => {${body}})\n`
const fails = "throw new Error('the page never came')"
/** Passes from the second run on. */
const failsOnce = (mark: string) =>
  `const fs = process.getBuiltinModule('node:fs')
   if (!fs.existsSync('${mark}')) { fs.writeFileSync('${mark}', ''); ${fails} }`

/** Each step's result in the table at the end. */
function resultsIn(stdout: string): Record<string, string> {
  const [, table = ''] = stdout.split(/^step .*$/m)
  const rows = table.matchAll(/^(\S.*?) +(passed|FAILED|skipped)\b/gm)
  return Object.fromEntries([...rows].map(([, step = '', result = '']) => [step, result]))
}

const green = {
  'format and lint': 'passed',
  'route types': 'passed',
  types: 'passed',
  'import rules': 'passed',
  'unused code': 'passed',
  build: 'passed',
  'unit and integration tests': 'passed',
  'browser tests': 'passed',
}

test('a file that fell once would stop a landing, or hide', () => {
  const failing = makeProject({
    'tests/slow.test.ts': `// @module-tag whole
      import { test } from 'vitest'
      test('left out', () => {${fails}})
      test('a', { tags: 'gate' }, () => {${failsOnce('slow')}})`,
    'e2e/late.spec.ts': playwrightFile(failsOnce('late')),
  })
  const { status, said, lines } = failing('')
  expect(status, said).toBe(0)
  expect(lines).toEqual(green)
  const told = said.slice(said.lastIndexOf('Passed when run alone:'))
  expect(told).toMatch(
    /tests\/slow\.test\.ts: fell after [\d.]+ s, passed in [\d.]+ s\. a: .*the page never came/,
  )
  expect(told).toMatch(/e2e\/late\.spec\.ts: fell after .*the page never came/)
})

test('a fault would land with a file that fails alone too', { tags: 'whole' }, () => {
  const failing = makeProject({
    'tests/broken.test.ts': vitestFile(fails),
    'e2e/broken.spec.ts': playwrightFile(fails),
  })
  const { status, said, lines } = failing('')
  expect(status).toBe(1)
  expect(lines).toEqual({
    ...green,
    'unit and integration tests': 'FAILED',
    'browser tests': 'FAILED',
  })
  expect(said.slice(said.lastIndexOf('Red:'))).toMatch(
    /tests\/broken\.test\.ts: a\n.*e2e\/broken\.spec\.ts: a/,
  )
})

const wakesLater = "setTimeout(() => { throw new Error('nobody caught this') })"
test('an error outside of tests would hide behind one that fell by chance', () => {
  const failing = makeProject({
    'tests/late.test.ts': `${vitestFile(failsOnce('late'))}${afterTests(wakesLater)}`,
    'e2e/late.setup.ts': `export default () => () => { ${fails} }`,
    'e2e/once.spec.ts': playwrightFile(failsOnce('once')),
    'playwright.config.ts': playwrightConfig("globalSetup: './e2e/late.setup.ts'"),
  })
  const { status, said, lines } = failing('')
  expect(status).toBe(1)
  expect(lines).toEqual({
    ...green,
    'unit and integration tests': 'FAILED',
    'browser tests': 'FAILED',
  })
  expect(said).toContain('Outside of every test: nobody caught this')
  expect(said).toContain('Outside of every test: Error: the page never came')
})

test('a test that opens the site’s own database', { tags: 'whole' }, () => {
  const leaves = "process.getBuiltinModule('node:fs').mkdirSync('data')"
  const failing = makeProject({ 'tests/careless.test.ts': vitestFile(leaves) })
  const { status, said } = failing('')
  expect(status).toBe(1)
  expect(said).toContain('Outside of every test: A test opened the project’s own database')
})

test('nine files that fall by chance would pass for chance', { tags: 'whole' }, () => {
  const nine = Array.from({ length: 9 }, (_, at) => `nine-${at}`)
  const failing = makeProject(
    Object.fromEntries(nine.map((name) => [`tests/${name}.test.ts`, vitestFile(failsOnce(name))])),
  )
  const { status, said, lines } = failing('')
  expect(status).toBe(1)
  expect(lines).toEqual({ ...green, 'unit and integration tests': 'FAILED' })
  expect(said).toContain('More than 8 files fell')
})

test('a file that can’t be imported would pass unnoticed', { tags: 'whole' }, () => {
  const failing = makeProject({ 'tests/lost.test.ts': "import './not-there.ts'\n" })
  const { status, said } = failing('')
  expect(status).toBe(1)
  expect(said.slice(said.lastIndexOf('Red:'))).toContain('tests/lost.test.ts: the file itself')
})

const stepOf: Record<string, string> = {
  biome: 'format and lint',
  'react-router': 'route types',
  tsc: 'types',
  depcruise: 'import rules',
  knip: 'unused code',
}
test.each(checks)(
  'a red %s would end the run before the tests, or pass',
  { tags: 'whole' },
  (check) => {
    const { status, lines } = makeProject({})(check)
    expect(status).toBe(1)
    expect(lines).toEqual({ ...green, [stepOf[check] ?? '']: 'FAILED' })
  },
)

test('a red build would end the run before the tests that need none', { tags: 'whole' }, () => {
  const { status, said, lines } = makeProject({})('build')
  expect(status).toBe(1)
  const { 'unit and integration tests': _, ...others } = green
  expect(lines).toEqual({
    ...others,
    build: 'FAILED',
    'tests that need no build': 'passed',
    'browser tests': 'skipped',
  })
  expect(said).toContain('needs the build')
})

/** A folder for PATH with these programs, which fail, beside what the run itself needs. */
function onlyPrograms(...names: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-programs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(process.execPath, path.join(folder, 'node'))
  symlinkSync('/usr/bin/id', path.join(folder, 'id'))
  for (const name of names) {
    writeFileSync(path.join(folder, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  }
  return folder
}

test('a browser that is missing would pass, or a red test in one have no name', {
  tags: 'whole',
}, () => {
  const running = makeProject({
    'tests/browsers/vitest.config.ts': "export default { test: { include: ['e2e/*.other.ts'] } }",
    'e2e/visitor.other.ts': vitestFile(fails),
  })
  const firefox = ['Firefox', 'Firefox without JavaScript']
  const without = running('', ['--all'], onlyPrograms())
  expect(without.status, without.said).toBe(0)
  expect(without.lines).toMatchObject({
    ...green,
    ...Object.fromEntries([...firefox, 'WebKit'].map((name) => [name, 'skipped'])),
  })
  const red = running('', ['--all'], onlyPrograms('firefox-esr', 'unshare', 'ip'))
  expect(red.status).toBe(1)
  expect(red.lines).toMatchObject({
    ...green,
    ...Object.fromEntries(firefox.map((name) => [name, 'FAILED'])),
    ...{ WebKit: 'skipped', 'the offline page': 'skipped' },
  })
  expect(red.said.slice(red.said.lastIndexOf('Red:'))).toContain('e2e/visitor.other.ts: a')
})
