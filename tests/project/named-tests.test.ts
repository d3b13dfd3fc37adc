// @module-tag process
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const npmTest = (...args: string[]) =>
  spawnSync(process.execPath, ['tests/run.ts', ...args], { encoding: 'utf8' })

test('npm test with a file runs that file alone', () => {
  const { status, stdout } = npmTest('tests/time/zone-days.test.ts')
  expect(status).toBe(0)
  expect(stdout).toMatch(/Test Files\D+1 passed/)
  expect(stdout).not.toContain('format and lint')
})

test.each(['--watch', 'tests/time/nothing.test.ts', 'app/root.tsx', 'tests/browsers'])(
  'npm test refuses %s, and says what it takes',
  (arg) => {
    const { status, stderr } = npmTest(arg)
    expect(status).toBe(1)
    expect(stderr).toContain(`${arg} is not a test file`)
    expect(stderr).toContain('npm test -- PATH')
  },
)
