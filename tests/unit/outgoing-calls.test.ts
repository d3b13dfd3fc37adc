import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const calls = {
  fetch: "export const a = await fetch('https://a.example')",
  'fetch of globalThis': "export const a = await globalThis.fetch('https://a.example')",
  WebSocket: "export const a = new WebSocket('wss://a.example')",
  EventSource: "export const a = new EventSource('https://a.example')",
  undici: "import { request } from 'undici'\nexport const a = request",
  'node:http': "import { request } from 'node:http'\nexport const a = request",
  'all of node:http': "import * as http from 'node:http'\nexport const a = http",
  'node:https': "import { get } from 'node:https'\nexport const a = get",
  'node:http2': "import { connect } from 'node:http2'\nexport const a = connect",
  'node:net': "import net from 'node:net'\nexport const a = net",
  'node:tls': "import { connect } from 'node:tls'\nexport const a = connect",
  'node:dgram': "import { createSocket } from 'node:dgram'\nexport const a = createSocket",
  'http without node:': "import http from 'http'\nexport const a = http",
}
const harmless = "import type { IncomingMessage } from 'node:http'\nexport type A = IncomingMessage"
const folders = ['', 'services', 'models', 'routes', 'routes/admin', 'middleware', 'jobs', 'ui']
const layers = [...folders, 'utils', 'i18n'].map((folder) => path.join('app', folder))

test('S7: code on the server that calls the outside past the guarded client does not pass lint', () => {
  const project = mkdtempSync(path.join(tmpdir(), 'cleanclip-lint-'))
  try {
    copyFileSync('biome.json', path.join(project, 'biome.json'))
    const wanted: string[] = []
    for (const folder of [...layers, 'db']) {
      mkdirSync(path.join(project, folder), { recursive: true })
      for (const [index, code] of Object.values(calls).entries()) {
        const file = path.join(folder, `call-${index}.server.ts`)
        writeFileSync(path.join(project, file), `${code}\n`)
        wanted.push(file)
      }
      if (folder === 'app/routes') {
        writeFileSync(path.join(project, folder, 'harmless.server.ts'), `${harmless}\n`)
      }
    }
    expect(refused(project).sort()).toEqual(wanted.sort())
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
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
  const rules = /noRestrictedGlobals|noRestrictedImports|useNodejsImportProtocol/
  const found = diagnostics.filter(
    ({ category, severity }) => severity === 'error' && rules.test(category),
  )
  return [...new Set(found.map(({ location }) => path.normalize(location.path)))]
}
