// @module-tag process
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { chosenTests } from '#tests/support/chosen-tests.ts'
import { filesOnPostgres } from '#tests/support/on-postgres.ts'

const npmTest = (...args: string[]) =>
  spawnSync(process.execPath, ['tests/run.ts', ...args], {
    encoding: 'utf8',
    // Colors would split the words that the tests look for.
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1' },
  })

test('npm test with a file runs that file alone', () => {
  const { status, stdout } = npmTest('tests/time/zone-days.test.ts')
  expect(status, stdout).toBe(0)
  expect(stdout).toMatch(/Test Files\D+1 passed/)
  expect(stdout).not.toContain('format and lint')
})

test('a file is not mistaken for one whose name begins with its own', () => {
  const folder = mkdtempSync('tests/project/named-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [ts, tsx] = [`${folder}/batch.test.ts`, `${folder}/batch.test.tsx`]
  for (const file of [ts, tsx]) writeFileSync(file, '')
  expect(chosenTests([ts, tsx])).toEqual({
    vitest: [
      ['--project', 'rooms', path.resolve(ts)],
      ['--project', 'components', path.resolve(tsx)],
    ],
    playwright: null,
  })
})

test('a browser test that is named is the only one that Playwright finds', () => {
  const all = globSync('tests/e2e/**/*.spec.ts').map((file) => path.resolve(file))
  const found = (name: string) => {
    const { vitest, playwright } = chosenTests([name]) ?? {}
    expect(vitest).toEqual([])
    return all.filter((file) => playwright?.some((pattern) => new RegExp(pattern).test(file)))
  }
  expect(found('tests/e2e/ads.spec.ts')).toEqual([path.resolve('tests/e2e/ads.spec.ts')])
  expect(found('tests/e2e')).toEqual(all)
})

test('no component test has the name of another test, which would keep its types unchecked', () => {
  const names = globSync('tests/**/*.test.ts')
  expect(globSync('tests/**/*.test.tsx').filter((tsx) => names.includes(tsx.slice(0, -1)))).toEqual(
    [],
  )
})

test('npm test with a folder runs the tests in it', { tags: 'whole' }, () => {
  const { status, stdout } = npmTest('tests/time')
  expect(status, stdout).toBe(0)
  expect(stdout).toMatch(/Test Files\D+2 passed/)
})

test('tests that fail keep no others from running, and the last lines name them', {
  tags: 'whole',
}, () => {
  const folder = mkdtempSync('tests/project/fails-on-purpose-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const failing = `${folder}/a.test.ts`
  writeFileSync(
    failing,
    "// @module-tag module\nimport { expect, test } from 'vitest'\ntest('fails', () => expect(1).toBe(2))\n",
  )
  const { status, stdout } = npmTest(failing, 'tests/accounts/edit-cell.test.tsx')
  expect(status, stdout).toBe(1)
  expect(stdout).toMatch(/\ntests: rooms +FAILED .*\ntests: components +passed .*\n$/)
})

test('npm test refuses --watch, and prints what it takes', () => {
  const { status, stderr } = npmTest('--watch')
  expect(status).toBe(1)
  expect(stderr).toContain('--watch is not a test file')
  expect(stderr).toContain('npm test -- PATH')
})

test.each(['tests/time/nothing.test.ts', 'app/root.tsx', 'tests/browsers', 'tests/support'])(
  'npm test refuses %s, and prints what it takes',
  (arg) => {
    onTestFinished(() => void vi.restoreAllMocks())
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`ended with ${code}`)
    })
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(() => chosenTests([arg])).toThrow('ended with 1')
    expect(said.mock.calls.join()).toContain(`${arg} is not a test file`)
    expect(said.mock.calls.join()).toContain('npm test -- PATH')
  },
)

test('all files that are named to run on PostgreSQL are there, and the gate’s are among them', () => {
  const found = (circle: 'gate' | 'all') => {
    const { include, exclude } = filesOnPostgres(circle)
    const missing = [...include, ...exclude]
      .flatMap(withoutBraces)
      .filter((pattern) => globSync(pattern).length === 0)
    expect(missing).toEqual([])
    return globSync(include, { exclude })
  }
  const all = found('all')
  expect(found('gate').filter((file) => !all.includes(file))).toEqual([])
})

/** Returns the patterns that one with `{a,b}` is short for. */
function withoutBraces(pattern: string): string[] {
  const [braces, options] = /\{([^{}]*)\}/.exec(pattern) ?? []
  if (braces === undefined || options === undefined) return [pattern]
  return options.split(',').flatMap((option) => withoutBraces(pattern.replace(braces, option)))
}
