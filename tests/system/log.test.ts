// @module-tag whole
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'

let app: AppServer

beforeEach(async () => {
  app = await startApp()
})
afterEach(async () => {
  if (app !== undefined) await discardApp(app)
})

const refuse = (path: string) => fetch(app.origin + path, { method: 'OPTIONS' })

test('R2: visitors are served while no one reads the log, and no line of it is lost', async () => {
  const said = app.lines.length
  const { stdout } = app.process
  stdout?.pause()
  // A megabyte of lines, more than any pipe takes.
  const long = 'a'.repeat(190)
  for (let hundred = 10; hundred < 60; hundred += 1) {
    const asked = Array.from({ length: 100 }, (_, n) => refuse(`/${hundred * 100 + n}${long}`))
    for (const { status } of await Promise.all(asked)) expect(status).toBe(405)
  }
  expect(app.lines.length).toBeLessThan(said + 4000)

  await refuse('/the-last')
  stdout?.resume()
  await app.said('/the-last')
  const lines = app.lines.filter((line) => line.includes('"OPTIONS"'))
  expect(lines.length).toBe(5001)
  expect(new Set(lines.map((line) => JSON.parse(line).path)).size).toBe(5001)
})

test('R12: the last lines are there when the process has ended', async () => {
  await refuse('/shortly-before')
  await app.stop()
  expect(app.lines.some((line) => line.includes('/shortly-before'))).toBe(true)
  expect(app.lines.at(-1)).toContain('stopped')
})
