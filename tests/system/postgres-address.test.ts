// @module-tag module
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addressFault, parseAddress, shownAddress } from '#app/environment/postgres-address.ts'
import { parseVariables } from '#app/environment/variables.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
const authority = path.join(folder, 'ca.pem')
const pem = '-----BEGIN CERTIFICATE-----\n'
writeFileSync(authority, pem)
writeFileSync(path.join(folder, 'ca.der'), '0')

const plain = {
  host: 'h',
  port: 5432,
  user: 'u',
  password: 'geheim',
  database: 'd',
  ssl: false,
  sslnegotiation: 'postgres',
}
const checked = { ssl: {} }
const onSocket = { host: '/run/postgresql' }
const base = 'postgres://u:geheim@h/d'

test.each<[string, string, object?]>([
  ['the other scheme', 'postgresql://u:geheim@h:5432/d'],
  ['capitals', 'POSTGRES://u:geheim@h/d'],
  ['blanks around it', ' postgres://u:geheim@h/d \r\n'],
  ['no password', 'postgres://u@h/d', { password: undefined }],
  [
    'neither user nor database',
    'postgres://h:6543',
    { port: 6543, user: undefined, password: undefined, database: undefined },
  ],
  ['an escaped password', 'postgres://u:p%40%23%2F%3F%3A%25@h/d', { password: 'p@#/?:%' }],
  ['an @ in the password', 'postgres://u:p@ss@h/d', { password: 'p@ss' }],
  ['a colon in the password', 'postgres://u:a:b@h/d', { password: 'a:b' }],
  ['a lone % in the password', 'postgres://u:100%@h/d', { password: '100%' }],
  ['a comma in the password', 'postgres://u:a,b@h/d', { password: 'a,b' }],
  ['a blank in the password', 'postgres://u:a b@h/d', { password: 'a b' }],
  ['other alphabets', 'postgres://u:gr%C3%BCn@h/däten', { password: 'grün', database: 'däten' }],
  ['IPv6', 'postgres://u:geheim@[::1]:5433/d', { host: '::1', port: 5433 }],
  ['IPv6 with a zone', 'postgres://u:geheim@[fe80::1%25eth0]/d', { host: 'fe80::1%eth0' }],
  ['a user in the parameters', 'postgres://h/d?user=u&password=geheim'],
  ['all in the parameters', 'postgres:///?host=h&port=5432&dbname=d&user=u&password=geheim'],
  ['a socket', 'postgres://u:geheim@/d?host=/run/postgresql', onSocket],
  ['a socket beside a host', 'postgres://u:geheim@x/d?host=/run/postgresql', onSocket],
  ['an escaped socket', 'postgres://u:geheim@%2Frun%2Fpostgresql/d', onSocket],
  ['a socket without TLS', `${base}?host=/run/postgresql&sslmode=require`, onSocket],
  ['a socket with colons', `${base}?host=/cloudsql/a:b:c`, { host: '/cloudsql/a:b:c' }],
  ['sslmode=disable', `${base}?sslmode=disable`],
  ['sslmode=prefer', `${base}?sslmode=prefer`, checked],
  ['sslmode=require', `${base}?sslmode=require`, checked],
  ['sslmode=verify-ca', `${base}?sslmode=verify-ca`, checked],
  ['sslmode=verify-full', `${base}?sslmode=verify-full`, checked],
  ['sslmode=REQUIRE', `${base}?sslmode=REQUIRE`, checked],
  ['sslmode=no-verify', `${base}?sslmode=no-verify`, { ssl: { rejectUnauthorized: false } }],
  ['an empty sslmode', `${base}?sslmode=`],
  ['ssl=true', `${base}?ssl=true`, checked],
  ['ssl=0', `${base}?ssl=0`],
  ['Node’s authorities', `${base}?sslmode=verify-full&sslrootcert=system`, checked],
  ['an authority’s file', `${base}?sslrootcert=${authority}`, { ssl: { ca: pem } }],
  [
    'TLS at once',
    `${base}?sslmode=require&sslnegotiation=direct`,
    { ...checked, sslnegotiation: 'direct' },
  ],
  ['Neon', `${base}?sslmode=require&channel_binding=require`, checked],
  [
    'Supabase and Prisma',
    `${base}?pgbouncer=true&connection_limit=1&schema=public&supa=base-pooler.x`,
  ],
  [
    'libpq’s times',
    `${base}?connect_timeout=10&keepalives=1&keepalives_idle=30&application_name=x`,
  ],
  ['a wish for the primary', `${base}?target_session_attrs=read-write`],
])('an address is read with %s', (_title, address, other = {}) => {
  expect(parseAddress(address)).toEqual({ ...plain, ...other })
})

const specials = 'In the password, write @ as %40, # as %23'
const ownLimits = 'Cleanclip has its own time limits, so remove it'
test.each<[string, string]>([
  ['mysql://u:geheim@h/d', 'must start with file: or be postgres://user:password@host:port/'],
  ['host=h user=u password=geheim', 'must start with file: or be postgres://'],
  ['postgres:/u:geheim@h/d', 'must begin with postgres://, not with postgres:/'],
  [
    'jdbc:postgresql://h/d?password=geheim',
    'must begin with postgres://, not with jdbc:postgresql',
  ],
  ['postgresql+psycopg://u:geheim@h/d', 'must begin with postgres://, not with postgresql+psycopg'],
  ['"postgres://u:geheim@h/d"', 'has quotes around it. Remove them'],
  ["postgres://u:geheim@h/d'", 'has quotes around it. Remove them'],
  ['“postgres://u:geheim@h/d”', 'has quotes around it. Remove them'],
  ["psql 'postgres://u:geheim@h/d'", 'is a command. Keep only the part that begins'],
  ['postgres://u:ge#heim@h/d', specials],
  ['postgres://u:12/geheim@h/d', specials],
  ['postgres://u:12?geheim@h/d', specials],
  ['postgres://u:geheim@h/d?a=1?b=2', 'has two ?. Write & between parameters'],
  ['postgres://u:geheim@h/d/', 'has a / behind the database'],
  ['postgres://u:geheim@/d', 'names no host. Write one between @ and /'],
  ['postgres:///d', 'or ?host=/run/postgresql at the end for a socket'],
  ['postgres://u:geheim@h:port/d', 'must have a number up to 65535 as the port'],
  ['postgres://u:geheim@h:70000/d', 'must have a number up to 65535 as the port'],
  ['postgres://u:geheim@::1:5432/d', 'Put an IPv6 address in brackets'],
  ['postgres://u:geheim@a:5432,b:5432/d', 'names several hosts. Name the primary’s address'],
  ['postgres://u:geheim@a,b/d', 'or that of a balancer'],
  [`${base}?host=a,b`, 'names several hosts'],
  ['postgres://u:gehe%ffim@h/d', 'has a % that escapes nothing. Write it as %25'],
  [
    `${base}?sslmode=allow`,
    'sslmode must be disable, prefer, require, verify-ca, verify-full, no-',
  ],
  [`${base}?ssl=maybe`, 'sslmode must be disable'],
  [`${base}?uselibpqcompat=true`, 'Certificates are checked in each sslmode but no-verify'],
  [
    `${base}?sslrootcert=/no/such/ca.pem`,
    'names the file /no/such/ca.pem as sslrootcert, which can’t be read (ENOENT)',
  ],
  [
    `${base}?sslmode=require&sslkey=FOLDER`,
    `names the file FOLDER as sslkey, which can’t be read (EISDIR)`,
  ],
  [
    `${base}?sslrootcert=FOLDER/ca.der`,
    `names the file FOLDER/ca.der as sslrootcert, which isn’t in PEM format`,
  ],
  [
    `${base}?statement_timeout=0`,
    `has the parameter statement_timeout, which can’t be used. ${ownLimits}`,
  ],
  [`${base}?query_timeout=0`, ownLimits],
  [`${base}?options=-c%20search_path%3Dx`, 'alter role NAME set search_path = public'],
  [
    `${base}?schema=other`,
    'has the parameter schema with a value that can’t be used. Set it for the role',
  ],
  [`${base}?target_session_attrs=read-only`, 'It has to be the primary'],
  [`${base}?hostaddr=10.0.0.1`, 'Write it as the host'],
  [`${base}?service=site`, 'Write the host and the database into the address'],
  [`${base}?passfile=/x`, 'Set the variable PGPASSFILE instead'],
  [`${base}?sslcrl=/x`, 'has the parameter sslcrl, which can’t be used. Remove it'],
  [
    `${base}?connectionTimeoutMillis=1`,
    'has the parameter connectiontimeoutmillis, which can’t be',
  ],
  [`${base}?sslmode=require&amp;connect_timeout=1`, 'has a parameter, which can’t be used'],
  [`${base}?connectionString=geheim`, 'can’t be used. Remove it'],
])('%s is refused with what to do, and not repeated', (address, text) => {
  const fault = addressFault(address.replace('FOLDER', folder))
  expect(fault).toContain(text.replace('FOLDER', folder))
  expect(fault).not.toContain('geheim')
})

test('the server reads an address with blanks around it, and lists one that can’t be used', () => {
  const secret = 'kX3vQ9mB7nL2pR8tW4yZ6aC1dF5gH0jS'
  const read = (url: string) => parseVariables({ DATABASE_URL: url, SESSION_SECRET: secret })
  expect(read(`${base} `)).toMatchObject({ env: { POSTGRES_URL: base } })
  expect(read('POSTGRES://u@h/d')).toMatchObject({ env: { POSTGRES_URL: 'POSTGRES://u@h/d' } })
  expect(read('postgres://a,b/d').faults).toEqual([
    { name: 'DATABASE_URL', text: expect.stringContaining('names several hosts') },
  ])
})

test('texts show an address without its password', () => {
  expect(shownAddress('postgresql://u:geheim@h:6543/d?sslmode=require')).toBe(
    'postgres://u@h:6543/d',
  )
  expect(shownAddress('postgres://h/d?password=geheim')).toBe('postgres://h/d')
  expect(shownAddress('postgres://u:geheim@[::1]:1/d')).toBe('postgres://u@[::1]:1/d')
  expect(shownAddress('postgres://u:geheim@/d?host=/run/pg')).toBe('postgres://u@/d?host=/run/pg')
  expect(shownAddress('geheim')).toBe('of DATABASE_URL')
})
