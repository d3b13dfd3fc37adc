// @module-tag process
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

/** What the first module of the server, or another program, does on a Node of this version. */
function startOn(version: string, module = '#app/server/node-version.js') {
  const program = `
    Object.defineProperty(process.versions, 'node', { value: '${version}' })
    await import('${module}')`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  )
  return { status, stderr }
}

describe('the version of Node', () => {
  test.each(['18.20.0', '20.20.2', '22.21.9'])(
    'on %s the start ends with a text that names the way, not with a dead process',
    (version) => {
      const { status, stderr } = startOn(version)
      expect(status).toBe(1)
      expect(stderr).toContain(`needs Node ${manifest.engines.node.slice(2)} or newer`)
      expect(stderr).toContain('npm start')
    },
  )

  test('the development server prints it too, and is plain JavaScript for that reason', () => {
    const { status, stderr } = startOn('20.20.2', '#app/server/dev.js')
    expect([status, stderr]).toEqual([1, expect.stringContaining('npm run dev')])
    expect(manifest.scripts.dev).toBe('node app/server/dev.js')
  })

  test.each(['22.22.0', '24.0.0', '26.10.0'])('%s goes on', (version) => {
    expect(startOn(version)).toEqual({ status: 0, stderr: '' })
  })
})
