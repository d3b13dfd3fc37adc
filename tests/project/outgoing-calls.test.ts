// @module-tag process
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { cases } from '#tests/support/cases.ts'

const imports = {
  undici: "import { request } from 'undici'\nexport const a = request",
  "a file of undici's": "import { request } from 'undici/index.js'\nexport const a = request",
  'undici by its path': "import a from '#tests/node_modules/undici/index.js'\nexport { a }",
  'undici when needed': "export const a = await import('undici')",
  'node:http': "import { request } from 'node:http'\nexport const a = request",
  'node:http beside a server':
    "import { createServer, get } from 'node:http'\nexport { createServer, get }",
  'all of node:http': "import * as http from 'node:http'\nexport const a = http",
  'node:http as a CommonJS import': "import http = require('node:http')\nexport const a = http",
  'node:http passed on': "export { request } from 'node:http'",
  'all of node:http passed on': "export * from 'node:http'",
  'a part of node:http': "import a from 'node:_http_client'\nexport { a }",
  'node:https': "import { get } from 'node:https'\nexport const a = get",
  'node:https when needed': "export const a = await import('node:https')",
  'node:http2': "import { connect } from 'node:http2'\nexport const a = connect",
  'node:net': "import net from 'node:net'\nexport const a = net",
  'node:tls': "import { connect } from 'node:tls'\nexport const a = connect",
  'node:dgram': "import { createSocket } from 'node:dgram'\nexport const a = createSocket",
  'node:dns': "import dns from 'node:dns'\nexport const a = dns",
  'node:dns/promises': "import { lookup } from 'node:dns/promises'\nexport const a = lookup",
  'http without node:': "import http from 'http'\nexport const a = http",
  'a module named later': 'export const load = (name: string) => import(name)',
  'a module named in a template': 'export const a = await import(`node:https`)',
  curl: "import { spawn } from 'node:child_process'\nexport const a = spawn('curl', ['a.example'])",
  'a thread': "import { Worker } from 'node:worker_threads'\nexport const a = new Worker('./a.js')",
  'a mail': "import { createTransport } from 'nodemailer'\nexport const a = createTransport({})",
  'the dialer':
    "import { createDialer } from '#app/outbound/connection.server.ts'\nexport { createDialer }",
  'process.getBuiltinModule': "export const a = process.getBuiltinModule('node:https')",
  'getBuiltinModule on its own': 'export const { getBuiltinModule } = process',
  pg: "import pg from 'pg'\nexport const a = new pg.Client('postgres://a.example/b')",
  "a file of pg's": "import { Client } from 'pg/lib/index.js'\nexport const a = Client",
  'pg when needed': "export const a = await import('pg')",
  createRequire:
    "import { createRequire } from 'node:module'\nexport const a = createRequire(import.meta.url)('node:https')",
}

const globals = {
  fetch: "export const a = await fetch('https://a.example')",
  'fetch of globalThis': "export const a = await globalThis.fetch('https://a.example')",
  'fetch of global': "export const a = await global.fetch('https://a.example')",
  'fetch taken from global': 'export const { fetch } = global',
  'fetch of self': "export const a = await self.fetch('https://a.example')",
  'fetch of this': "export const a = await this.fetch('https://a.example')",
  'fetch of this by its name':
    "export function a() {\n  return this['fetch']('https://a.example')\n}",
  'new Function': "export const a = new Function('return fetch')()",
  'Function without new': "export const a = Function('return fetch')()",
  eval: "export const a = eval('fetch')",
  'fetch by reflection': "export const a = Reflect.get(global, 'fetch')",
  WebSocket: "export const a = new WebSocket('wss://a.example')",
  EventSource: "export const a = new EventSource('https://a.example')",
  require: "export const a = require('node:https')",
}

const harmless = `import type { IncomingMessage } from 'node:http'
import type pg from 'pg'
import { createServer } from 'node:http'
import { Server as NetServer } from 'node:net'
import { BlockList, isIP } from 'node:net'
export type A = IncomingMessage | pg.Client
export const a = [createServer, NetServer, BlockList, isIP, await import('#tests/support/other.ts')]
`

const rooms = [
  '',
  'secrets',
  'download',
  'download/media',
  'accounts/admin',
  'mail',
  'ui',
  'server',
]
const folders = [
  ...[...rooms, 'i18n', 'feature', 'outbound/feature', 'feature/part'].map((folder) =>
    path.join('app', folder),
  ),
  'db',
  'db/feature',
  // Folders at the top that do not exist yet, and the top itself.
  'server',
  '.',
]

/** Every file that may do something has its rule; all other rules hold for it too. */
const exceptions = {
  'app/outbound/connection.server.ts': imports.curl,
  'app/outbound/calls.server.ts': imports['a mail'],
  'app/outbound/fetch.server.ts': imports.undici,
  'app/outbound/new.server.ts': imports['node:net'],
  'app/mail/mailer.server.ts': imports['node:https'],
  'app/download/engine/media-thread.server.ts': globals.fetch,
  'app/analytics/country.server.ts': imports.curl,
  'app/download/extraction/ytdlp/ytdlp-process.server.ts': imports['node:net'],
  'app/cli/build.ts': imports['process.getBuiltinModule'],
  'db/postgres/pool.ts': imports['node:net'],
}

function inProject<T>(
  test: (write: (file: string, code: string) => void, project: string) => T,
): T {
  const project = mkdtempSync(path.join(tmpdir(), 'cleanclip-lint-'))
  try {
    cpSync('biome.json', path.join(project, 'biome.json'))
    cpSync('lint', path.join(project, 'lint'), { recursive: true })
    const write = (file: string, code: string) => {
      mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
      writeFileSync(path.join(project, file), `${code}\n`)
    }
    return test(write, project)
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

test('S7: code on the server that calls the outside past the guarded client does not pass lint', () => {
  inProject((write, project) => {
    const wanted: string[] = []
    const wrong = (file: string, code: string) => {
      write(file, code)
      wanted.push(path.normalize(file))
    }
    for (const [place, folder] of folders.entries()) {
      for (const [index, [name, code]] of Object.entries({ ...imports, ...globals }).entries()) {
        // In the gate each folder gets a quarter, and the next folder the next.
        if ((index + place) % 4 >= cases(4, 1)) continue
        wrong(`${folder}/${name.replaceAll(/\W+/g, '-')}.server.ts`, code)
      }
      wrong(`${folder}/common.cjs`, "exports.a = require('node:https').get('https://a.example')")
      write(`${folder}/harmless.server.ts`, harmless)
    }
    // Pages in the browser may ask this site.
    for (const [name, code] of Object.entries(imports)) {
      wrong(`app/feature/browser/${name.replaceAll(/\W+/g, '-')}.ts`, code)
    }
    write('app/feature/browser/harmless.ts', globals.fetch)
    for (const [file, code] of Object.entries(exceptions)) wrong(file, code)
    expect(refused(project).sort()).toEqual(wanted.sort())
  })
})

test('S7: the files that the rules name as exceptions exist', () => {
  const { overrides } = JSON.parse(readFileSync('biome.json', 'utf8')) as {
    overrides: { includes: string[]; plugins?: string[] }[]
  }
  const named = overrides
    .filter(({ plugins }) => plugins !== undefined)
    .flatMap(({ includes }) => includes.filter((glob) => glob !== '**' && glob !== '!tests/**'))
  expect(named.length).toBeGreaterThan(0)
  for (const glob of named) {
    // One file each, never a pattern.
    expect(glob).toMatch(/^![\w/.-]+\.ts$/)
    expect(existsSync(glob.slice(1)), glob).toBe(true)
  }
})

/**
 * A comment that turns lint off names one rule for one place. Calls to the outside have no exception
 * but those of biome.json; rules of our own can't be named, so only a transaction's line has one.
 */
function badSuppressions(code: string): string[] {
  const lines = code.split('\n')
  return lines.filter((line, index) => {
    const [, what] = /biome-ignore(\S*\s+\S*)/.exec(line) ?? []
    if (what === undefined) return false
    const isOne = /^ (?:lint|assist)\/[a-zA-Z0-9]+\/[a-zA-Z0-9]+:$/.test(what)
    if (what === ' lint/plugin:') return !/\.transaction\(\)/.test(lines[index + 1] ?? '')
    return !isOne || what.includes('noRestrictedGlobals')
  })
}

test('S7: no comment turns lint off for more than one rule, or for calls to the outside', () => {
  const wrong = [
    '// biome-ignore lint: all of it',
    '// biome-ignore lint/style: a whole group',
    '// biome-ignore-all lint/style/noRestrictedGlobals: the whole file',
    '// biome-ignore-start lint/a11y/noAutofocus: until the end',
    '// biome-ignore lint/style/noRestrictedGlobals: only here',
    "// biome-ignore lint/plugin: only here\nimport http from 'node:http'",
  ]
  for (const code of wrong) expect([code, badSuppressions(code).length]).toEqual([code, 1])
  const files = globSync(['app/**/*.{ts,tsx,js}', 'db/**/*.ts', 'lint/*', '*.ts'])
  expect(files.length).toBeGreaterThan(800)
  const found = files.flatMap((file) =>
    badSuppressions(readFileSync(file, 'utf8')).map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

/** The files that lint refuses for what they call or import. */
function refused(project: string): string[] {
  const { stdout } = spawnSync(
    path.resolve('node_modules/.bin/biome'),
    ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', '.'],
    { cwd: project, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; severity: string; location: { path: string } }[]
  }
  const rules = /noRestrictedGlobals|plugin/
  const found = diagnostics.filter(
    ({ category, severity }) => severity === 'error' && rules.test(category),
  )
  return [...new Set(found.map(({ location }) => path.normalize(location.path)))]
}
