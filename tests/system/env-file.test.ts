// @module-tag module
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readEnvironment } from '#app/environment/read-environment.ts'

const secret = 'kX3vQ9mB7nL2pR8tW4yZ6aC1dF5gH0jS'

/** Reads a `.env` in an environment; returns its faults, or the settings and what was added. */
function read(file: string | Uint8Array, environment: Record<string, string> = {}) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const result = readEnvironment(bytes, environment)
  return result.faults === undefined
    ? { faults: [], env: result.env, added: result.added }
    : { faults: result.faults, env: null, added: null }
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

test.each<[string, string | Uint8Array]>([
  ['UTF-8 with a mark, as Notepad saves it', '\ufeffHOST=127.0.0.1\nPORT=3001'],
  ['UTF-16, as PowerShell writes it', utf16('HOST=127.0.0.1\r\nPORT=3001\r\n')],
  ['big-endian UTF-16', Buffer.from(utf16('HOST=127.0.0.1\nPORT=3001')).swap16()],
  ['Windows line ends', 'HOST=127.0.0.1\r\nPORT=3001\r\n'],
  ['old Mac line ends', 'HOST=127.0.0.1\rPORT=3001\r'],
  ['no-break spaces', '\u00a0HOST\u00a0=\u00a0127.0.0.1\u00a0\nPORT=3001'],
  ['export with a tab', 'export\tHOST=127.0.0.1\nexport PORT=3001\nexport HOST PORT'],
  ['spaces and quotes of each kind', " HOST = '127.0.0.1'  # here\n PORT\t= `3001`"],
  ['comments of other kinds', '; PORT=1\n// PORT=2\n# PORT=3\nHOST=127.0.0.1\nPORT=3001#main'],
  ['a comment in Latin-1', Buffer.from('# für\nHOST=127.0.0.1 # für\nPORT=3001', 'latin1')],
  ['a template whose values follow', 'HOST=\nPORT=\nHOST=127.0.0.1\nPORT=3001\nPORT=3001'],
  ['nothing behind =', 'DATA_DIR= \nHOST=127.0.0.1\nLOG_LEVEL=\nPORT=3001'],
  [
    'lines of other programs',
    'COMPOSE_PROFILES=a\nAPI_URL=x\nKEY="-----BEGIN\nMIIabc==\n-----END"\nMOTTO=\'tis\nSTATS\ntext: more\nHOST=127.0.0.1\nPORT=3001',
  ],
])('a .env with %s is read', (_title, file) => {
  expect(read(file)).toMatchObject({ faults: [], env: { HOST: '127.0.0.1', PORT: 3001 } })
})

test.each<[string, string]>([
  ['a path with # in quotes', `DATA_DIR="/srv/a#b"`],
  ['a list over several lines', 'TRUSTED_PROXIES="127.0.0.1,\n10.0.0.0/8"'],
  ['a secret with # in quotes', `SESSION_SECRET='${secret}#${secret}'`],
  ['a comment behind a secret', `SESSION_SECRET=${secret} # from the vault`],
  ['a proxy with a comment', 'OUTBOUND_PROXY=http://127.0.0.1:3128#squid'],
  ['a time zone', 'TZ=Europe/Berlin'],
  ['an IPv6 address in brackets', 'HOST=[::1]'],
  ['an IPv6 address', 'HOST=::1\nAPP_URL=http://[::1]:3000/'],
  ['an address in capitals', 'APP_URL=HTTPS://Clips.Example:8443/'],
  ['https for subdomains too', 'APP_URL=https://x.example\nHSTS_SUBDOMAINS=on'],
  ['another alphabet', 'APP_URL=https://räucher.example'],
  ['a file next to it', 'DATABASE_URL=file:./cleanclip.db'],
  ['a name in two spellings', 'APP_URL=https://x.example\nSITE_URL=https://x.example'],
  ['an operator whose password was removed', 'ADMIN_EMAIL=ann@site.example'],
])('what works is taken: %s', (_title, file) => {
  const { faults, added } = read(file)
  expect(faults).toEqual([])
  // As Node itself reads it.
  expect(added).toEqual(parseEnv(file))
})

test.each<[string, string | Uint8Array, string]>([
  ['UTF-16 without a mark', utf16('HOST=127.0.0.1').subarray(2), '.env is saved as UTF-16'],
  [
    'a Latin-1 password',
    Buffer.from('\nADMIN_PASSWORD=grün', 'latin1'),
    '.env line 2: ADMIN_PASSWORD has characters that aren’t UTF-8',
  ],
  ['an unclosed quote', '\nHOST="127.0.0.1\n', '.env line 2: the quote " isn’t closed'],
  ['one that another ends', 'HOST="1.1.1.1\nPORT=3000\nX="y"', '.env line 1: the quote "'],
  ['another name’s quote around ours', 'X="1\nPORT=3000\nY="2"', '.env line 1: the quote "'],
  ['text behind a quote', 'HOST="127.0.0.1"x', '.env line 1: text after the closing "'],
  ['a path read as a line break', 'DATA_DIR="C:\\new"', '.env line 1: DATA_DIR has a line break'],
  ['a colon', 'APP_URL: https://x.example', '.env line 1: this isn’t NAME=value'],
  ['a space', 'PORT=3000\nAPP_URL https://x.example', '.env line 2: this isn’t NAME=value'],
  ['set', 'set PORT=3000', '.env line 1: this isn’t NAME=value'],
  ['PowerShell', '$env:PORT="3000"', '.env line 1: this isn’t NAME=value'],
  ['a list item', '- DATABSE_URL: file:a.db', 'Write DATABASE_URL=…'],
  ['a name with an invisible character', '\u200bPORT=3000', '.env line 1: this isn’t NAME=value'],
  ['a value with one', 'HOST=127.0.0.1\u200b', '.env line 1: HOST has an invisible character'],
  ['a name in lower case', 'port=3001', '.env line 1: port isn’t read. Rename it to PORT'],
  ['a name without underscore', 'APPURL=https://x.example', 'Rename it to APP_URL'],
  ['a name with a slip', 'DATABSE_URL=file:a.db', 'Rename it to DATABASE_URL'],
  ['two exchanged letters', 'APP_ULR=https://x.example', 'Rename it to APP_URL'],
  ['a name in the singular', 'TRUSTED_PROXY=127.0.0.1', 'Rename it to TRUSTED_PROXIES'],
  ['another program’s name', 'BASE_URL=https://x.example', 'Rename it to APP_URL'],
  ['a name twice', 'PORT=1\n\nPORT=2', '.env line 3: PORT is also set in line 1. Keep one'],
  ['a name emptied later', 'PORT=3001\nPORT=', '.env line 2: PORT is also set in line 1'],
  ['a cut password', 'ADMIN_PASSWORD=Abc#12345', 'the rest of ADMIN_PASSWORD behind # is left'],
  ['one that is all comment', 'ADMIN_PASSWORD=#12345', 'the rest of ADMIN_PASSWORD behind #'],
  ['a cut secret', `SESSION_SECRET=${secret}#${secret}`, 'the rest of SESSION_SECRET behind #'],
  ['a password as host', 'DATABASE_URL=postgres://u:12#34@db/x', 'DATABASE_URL behind # is left'],
  ['a proxy’s', 'OUTBOUND_PROXY=http://u:12#34@p:3128', 'OUTBOUND_PROXY behind # is left out'],
  ['what Node reads before', 'NODE_EXTRA_CA_CERTS=/ca.pem', 'NODE_EXTRA_CA_CERTS has no effect'],
  ['a path', 'APP_URL=https://x.example/clips', 'APP_URL (.env line 1): must be one address'],
  ['a query', 'APP_URL=https://x.example?a=1', 'APP_URL (.env line 1): must be one address'],
  ['a user', 'APP_URL=https://u:p@x.example', 'APP_URL (.env line 1): must be one address'],
  ['two', 'APP_URL=https://x.example,https://y.example', 'APP_URL (.env line 1): must be one'],
  ['a pattern', 'APP_URL=https://*.example', 'APP_URL (.env line 1): must be one address'],
  ['no scheme', 'APP_URL=x.example', 'APP_URL (.env line 1): must be an http or https address'],
  ['home', 'DATA_DIR=~/clips', 'DATA_DIR (.env line 1): must be a path without ~'],
  ['no file', 'DATABASE_URL=file:', 'DATABASE_URL (.env line 1): must name a file'],
  ['a host’s port', 'HOST=localhost:3000', 'HOST (.env line 1): must be an address or a name'],
  ['https of an http site', 'HSTS_SUBDOMAINS=on', 'HSTS_SUBDOMAINS (.env line 1): can only be on'],
  ['a port', 'TRUSTED_UPSTREAMS=minio:99999', 'TRUSTED_UPSTREAMS (.env line 1): must have a port'],
])('what would be lost without a word is refused: %s', (_title, file, fault) => {
  const { faults } = read(file)
  expect(faults.join('\n')).toContain(fault)
  expect(faults).toHaveLength(1)
})

test('all faults are in one list, in the order of the lines, and repeat no value', () => {
  const { faults } = read(
    'APPURL=https://x.example\nPORT=many\nADMIN_PASSWORD=geheim#geheim\nset HOST=geheim\nAUDIO=loud',
    { DATABASEURL: 'postgres://u:geheim@db/x' },
  )
  expect(faults.map((fault) => fault.split(/[:.] /)[0])).toEqual([
    '.env line 1',
    '.env line 3',
    '.env line 4',
    'DATABASEURL isn’t read',
    'PORT (.env line 2)',
    'AUDIO (.env line 5)',
  ])
  expect(faults.join()).not.toContain('geheim')
})

test('the environment wins, and names there are only doubted if nothing else has them', () => {
  const file = 'PORT=3001\nNODE_EXTRA_CA_CERTS=/ca.pem\nAPPURL=https://x.example'
  const { env, added } = read(file, {
    PORT: '3002',
    APP_URL: 'https://y.example',
    // As a service has them whose environment is this file.
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    LOGLEVEL: 'debug',
    port: '1',
  })
  expect(env).toMatchObject({ PORT: 3002, APP_URL: 'https://y.example' })
  expect(added).toEqual({ APPURL: 'https://x.example' })
})

test('an IPv6 address can be in brackets', () => {
  expect(read('HOST=[::1]').env?.HOST).toBe('::1')
})

test('a server on the same network is trusted in any spelling', () => {
  expect(read('TRUSTED_UPSTREAMS=MinIO:9000').env?.TRUSTED_UPSTREAMS).toEqual(['minio:9000'])
})
