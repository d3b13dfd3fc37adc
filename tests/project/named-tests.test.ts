// @module-tag process
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const npmTest = (...args: string[]) =>
  spawnSync(process.execPath, ['tests/run.ts', ...args], { encoding: 'utf8' })

test('npm test with files runs those alone, even where another name begins with theirs', () => {
  const { status, stdout } = npmTest('tests/time/zone-days.test.ts', 'tests/download/batch.test.ts')
  expect(status, stdout).toBe(0)
  expect(stdout).toMatch(/Test Files\D+2 passed/)
  // Its neighbor batch.test.tsx tests components.
  expect(stdout).not.toMatch(/batch\.test\.tsx|format and lint/)
})

test('npm test with a folder runs the tests in it', () => {
  const { status, stdout } = npmTest('tests/time')
  expect(status, stdout).toBe(0)
  expect(stdout).toMatch(/Test Files\D+2 passed/)
})

test.each([
  '--watch',
  'tests/time/nothing.test.ts',
  'app/root.tsx',
  'tests/browsers',
  'tests/support',
])('npm test refuses %s, and says what it takes', (arg) => {
  const { status, stderr } = npmTest(arg)
  expect(status).toBe(1)
  expect(stderr).toContain(`${arg} is not a test file`)
  expect(stderr).toContain('npm test -- PATH')
})
