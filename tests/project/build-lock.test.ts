// @module-tag process
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '#tests/support/until.ts'

/** A project whose build waits until the test lets it end. */
let project: string
const inProject = (name: string) => path.join(project, name)
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(inProject(name)), { recursive: true })
  writeFileSync(inProject(name), text)
}
const read = (name: string) =>
  existsSync(inProject(name)) ? readFileSync(inProject(name), 'utf8') : ''

const bundler = `
const fs = require('node:fs')
const { appendFileSync, existsSync, mkdirSync, writeFileSync, readFileSync } = fs
fs.rmSync('build', { recursive: true, force: true })
mkdirSync('build/server', { recursive: true })
writeFileSync('build/server/server.js', 'half')
appendFileSync('log', 'begin ')
const timer = setInterval(() => {
  if (!existsSync('go')) return
  clearInterval(timer)
  writeFileSync('build/server/server.js', readFileSync('app/source.ts'))
  appendFileSync('log', 'end ')
}, 10)
`

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'cleanclip-build-'))
  write('node_modules/@react-router/dev/bin.cjs', bundler)
  write('app/source.ts', 'first')
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

/** Starts a program of this project in the other one. */
function start(args: string[]) {
  const child = spawn(process.execPath, args, { cwd: project })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, exited, output: () => output }
}
const build = () => start([path.resolve('app/cli/build.ts')])
/** A test run, which uses the build until it is ended. */
const use = () =>
  start([
    '--input-type=module',
    '--eval',
    `import { lockBuild } from ${JSON.stringify(path.resolve('app/cli/build-lock.ts'))}
     globalThis.unlock = lockBuild('use')
     process.stdout.write('in use')
     setInterval(() => {}, 1000)`,
  ])

test('two builds at once are one: the second waits and takes what the first has made', async () => {
  const first = build()
  await until(() => expect(read('log')).toBe('begin '))
  const second = build()
  await until(() => expect(second.output()).toContain('Waiting for another process'))
  write('go', '')
  expect(await Promise.all([first.exited, second.exited])).toEqual([0, 0])
  expect(read('log')).toBe('begin end ')
  expect(read('build/server/server.js')).toBe('first')
})

/** A small app, built by React Router with the settings of this one. It too waits for the test. */
const smallApp = {
  'vite.config.ts': `
    import { appendFileSync, existsSync } from 'node:fs'
    import { setTimeout } from 'node:timers/promises'
    import { reactRouter } from '@react-router/dev/vite'
    const waiting = {
      name: 'waiting',
      async buildStart() {
        appendFileSync('log', 'begin ')
        while (!existsSync('go')) await setTimeout(10)
      },
    }
    export default { plugins: [reactRouter(), waiting] }`,
  'app/routes.ts': 'export default []',
  'app/root.tsx': `
    import { Scripts } from 'react-router'
    export default () => <html lang="en"><body><Scripts /></body></html>`,
}

test('the second of two real builds at once would fail, or spoil what the first has made', {
  tags: 'whole',
}, async () => {
  rmSync(inProject('node_modules'), { recursive: true })
  symlinkSync(path.resolve('node_modules'), inProject('node_modules'))
  for (const file of ['package.json', 'react-router.config.ts']) cpSync(file, inProject(file))
  for (const [name, text] of Object.entries(smallApp)) write(name, text)
  const first = build()
  await until(() => expect(read('log')).toContain('begin '))
  const second = build()
  await until(() => expect(second.output()).toContain('Waiting for another process'))
  write('go', '')
  expect([await first.exited, await second.exited], first.output() + second.output()).toEqual([
    0, 0,
  ])
  expect(second.output()).not.toContain('Building the app')
  expect(globSync('build/client/assets/manifest-*.js', { cwd: project })).toHaveLength(1)
})

test('a build with newer sources waits for the end of the tests that use the older one', async () => {
  write('go', '')
  expect(await build().exited).toBe(0)
  const tests = [use(), use()]
  for (const { output } of tests) await until(() => expect(output()).toContain('in use'))
  // The sources are the same, so there is nothing to wait for.
  expect(await build().exited).toBe(0)

  write('app/source.ts', 'second')
  const newer = build()
  await until(() => expect(newer.output()).toContain('Waiting for another process'))
  tests[0]?.child.kill('SIGKILL')
  await tests[0]?.exited
  expect(read('log')).toBe('begin end ')
  expect(read('build/server/server.js')).toBe('first')
  tests[1]?.child.kill('SIGKILL')
  expect(await newer.exited).toBe(0)
  expect(read('build/server/server.js')).toBe('second')
})

test('a build that was killed is made again', async () => {
  const killed = build()
  await until(() => expect(read('log')).toBe('begin '))
  killed.child.kill('SIGKILL')
  await killed.exited
  write('go', '')
  await until(() => expect(read('log')).toBe('begin end '))
  expect(await build().exited).toBe(0)
  expect(read('log')).toBe('begin end begin end ')
})

test.each(['app/fonts/text.woff2', 'app/source.css', 'db/seed/cover.webp', 'public/icon.png'])(
  'an upgrade that changes only %s is built',
  async (file) => {
    write('go', '')
    write(file, 'old')
    expect(await build().exited).toBe(0)
    write(file, 'new')
    expect(await build().exited).toBe(0)
    expect(read('log')).toBe('begin end begin end ')
  },
)
