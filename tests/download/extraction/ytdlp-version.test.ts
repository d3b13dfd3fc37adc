// @module-tag module
import { chmodSync, rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createYtdlpState } from '#app/download/extraction/ytdlp/ytdlp-version.server.ts'
import { makeYtdlp } from '#tests/fakes/ytdlp.ts'

const now = () => Date.parse('2026-11-22T12:00:00Z')

function fake(version: string) {
  const program = makeYtdlp('http://127.0.0.1:9', { version })
  onTestFinished(() => program.remove())
  return program
}

test.for([
  ['2026.11.20', 2, false],
  ['2026.09.23', 60, false],
  ['2026.09.22', 61, true],
  ['2026.08.19.232929', 95, true],
  ['2026.12.01', 0, false],
  ['stable-master', null, false],
] as const)('version %s is %s days old', async ([version, ageDays, isOld]) => {
  const { path } = fake(version)
  const state = await createYtdlpState(path, now)()
  expect(state).toEqual({ path, version, ageDays, isOld, problem: null })
})

test('the program is asked once for many who want to know', async () => {
  const program = fake('2026.11.20')
  const state = createYtdlpState(program.path, now)
  await Promise.all([state(), state(), state()])
  await state()
  expect(program.notes().filter(({ version }) => version)).toHaveLength(1)
})

test('a program that is missing, cannot be run or prints no version is a problem with a name', async () => {
  const unknown = { version: null, ageDays: null, isOld: false }
  const missing = await createYtdlpState('/no/such/yt-dlp', now)()
  expect(missing).toEqual({ ...unknown, path: '/no/such/yt-dlp', problem: 'no_program' })
  const program = fake('not a version\nat all')
  expect(await createYtdlpState(program.path, now)()).toMatchObject({ problem: 'program_failed' })
  rmSync(`${program.folder}/config.json`)
  expect(await createYtdlpState(program.path, now)()).toMatchObject({ problem: 'program_failed' })
  chmodSync(program.path, 0o644)
  expect(await createYtdlpState(program.path, now)()).toMatchObject({ problem: 'no_program' })
})
