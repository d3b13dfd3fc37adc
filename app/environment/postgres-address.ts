import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { codeOf } from './error-code.ts'

/**
 * Where and how to connect, in the words of `pg`. It takes what is missing from PGUSER, PGPASSWORD
 * and PGDATABASE; nothing else of the environment counts.
 */
type PostgresAddress = {
  host: string
  port: number
  user: string | undefined
  password: string | undefined
  database: string | undefined
  ssl: false | ConnectionOptions
  sslnegotiation: 'postgres' | 'direct'
}

type Parameters = ReadonlyMap<string, string>
type Parts = Record<'user' | 'password' | 'host' | 'port' | 'database', string> & {
  parameters: Parameters
}

/** Says what is wrong with an address and how to mend it, without repeating it. */
class AddressFault extends Error {}

export const postgresUrl = /^postgres(?:ql)?:\/\//i

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
const tlsFiles = ['sslrootcert', 'sslcert', 'sslkey']
const taken = ['user', 'password', 'host', 'port', 'dbname', 'sslmode', 'ssl', ...tlsFiles]

/** Those that hosts and other programs print, and that need nothing here. */
const ignored = [
  // libpq’s. The certificate’s check does what `channel_binding` would.
  'application_name',
  'fallback_application_name',
  'channel_binding',
  'connect_timeout',
  'keepalives',
  'keepalives_idle',
  'keepalives_interval',
  'keepalives_count',
  'sslsni',
  'tcp_user_timeout',
  'krbsrvname',
  'load_balance_hosts',
  'sslcompression',
  // Of Prisma, Supabase, SQLAlchemy, asyncpg, JDBC and drivers for Go.
  'pgbouncer',
  'connection_limit',
  'pool_timeout',
  'socket_timeout',
  'statement_cache_size',
  'sslaccept',
  'supa',
  'workaround',
  'prepared_statement_cache_size',
  'preparethreshold',
  'binary_parameters',
  'default_query_exec_mode',
  'pool_max_conns',
  'tcpkeepalive',
]

/** Those that are taken with the values that change nothing. */
const allowed = new Map([
  ...ignored.map((name) => [name, /^/] as const),
  ['client_encoding', /^(?:auto|utf-?8|unicode)$/i],
  ['currentschema', /^public$/],
  ['gssencmode', /^(?:disable|prefer)$/],
  ['schema', /^public$/],
  ['ssl_min_protocol_version', /^TLSv1(?:\.[12])?$/i],
  ['sslnegotiation', /^(?:postgres|direct)$/],
  ['target_session_attrs', /^(?:any|primary|read-write)$/],
  ['uselibpqcompat', /^false$/],
])

const forRole = 'Set it for the role instead, such as: alter role NAME set search_path = public'
const ownLimits = 'Cleanclip has its own time limits, so remove it'
const cures: ReadonlyMap<string, string> = new Map([
  ['currentschema', forRole],
  ['hostaddr', 'Write it as the host'],
  ['idle_in_transaction_session_timeout', ownLimits],
  ['lock_timeout', ownLimits],
  ['options', forRole],
  ['passfile', 'Set the variable PGPASSFILE instead'],
  ['query_timeout', ownLimits],
  ['schema', forRole],
  ['search_path', forRole],
  ['service', 'Write the host and the database into the address'],
  ['statement_timeout', ownLimits],
  ['target_session_attrs', 'It has to be the primary: remove it, or write read-write'],
  ['uselibpqcompat', 'Certificates are checked in each sslmode but no-verify, so remove it'],
])

/** Throws an AddressFault, also if a file that the address names can’t be read. */
export function parseAddress(text: string): PostgresAddress {
  const { host, port, user, password, database, parameters } = split(text.trim())
  if (!/^(?:|[1-9]\d{0,4})$/.test(port) || Number(port) > 65_535) {
    throw new AddressFault(
      'must have a number up to 65535 as the port. Put an IPv6 address in brackets, and in the password write : as %3A and / as %2F',
    )
  }
  if (host === '') {
    throw new AddressFault(
      'names no host. Write one between @ and /, such as localhost, or ?host=/run/postgresql at the end for a socket',
    )
  }
  for (const [name, value] of parameters) refuseUnknown(name, value)
  // As in libpq, there is no TLS on a socket.
  const ssl = host.startsWith('/') ? false : tlsOf(parameters)
  const isDirect = ssl !== false && parameters.get('sslnegotiation') === 'direct'
  return {
    host,
    port: Number(port || 5432),
    user: user || undefined,
    password: password || undefined,
    database: database || undefined,
    ssl,
    sslnegotiation: isDirect ? 'direct' : 'postgres',
  }
}

/** Returns what is wrong with an address, as the sentence behind its name. Null if nothing is. */
export function addressFault(text: string): string | null {
  try {
    parseAddress(text)
    return null
  } catch (error) {
    if (error instanceof AddressFault) return error.message
    throw error
  }
}

/** Returns the address without its password and parameters. */
export function shownAddress(text: string): string {
  try {
    const { user, host, port, database } = split(text.trim())
    const isSocket = host.startsWith('/')
    const named = host.includes(':') ? `[${host}]` : host
    return [
      'postgres://',
      user && `${user}@`,
      isSocket ? '' : named,
      port && `:${port}`,
      database && `/${database}`,
      isSocket ? `?host=${host}` : '',
    ].join('')
  } catch {
    return 'of DATABASE_URL'
  }
}

/** Unescaped special characters in a password would end the host or begin a path. */
function split(text: string): Parts {
  const [, authority, path = '', search = ''] =
    /^postgres(?:ql)?:\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/is.exec(text) ?? []
  if (authority === undefined || /["'`”’]$/.test(text)) throw new AddressFault(wrongForm(text))
  if (text.includes('#') || `${path}${search}`.includes('@')) {
    throw new AddressFault(
      'must be postgres://user:password@host:port/database. In the password, write @ as %40, # as %23, / as %2F, ? as %3F and : as %3A',
    )
  }
  if (search.includes('?')) throw new AddressFault('has two ?. Write & between parameters')
  if (path.includes('/')) {
    throw new AddressFault('has a / behind the database. Remove it, or write it as %2F')
  }
  const at = authority.lastIndexOf('@')
  const [user = '', ...password] = authority.slice(0, Math.max(at, 0)).split(':')
  const place = authority.slice(at + 1)
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(place) ?? []
  const parameters = new Map(
    [...new URLSearchParams(search)]
      .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )
  if ((parameters.get('host') ?? place).includes(',')) {
    throw new AddressFault(
      'names several hosts. Name the primary’s address, or that of a balancer that follows the primary',
    )
  }
  const database = decoded(path)
  const named = parameters.get('dbname') ?? database
  if (database !== '' && named !== database) {
    throw new AddressFault('names two databases, one behind the host and one as dbname. Remove one')
  }
  return {
    user: parameters.get('user') ?? decoded(user),
    password: parameters.get('password') ?? decoded(password.join(':')),
    host: parameters.get('host') ?? decoded(host.replace(/^\[(.*)\]$/, '$1')),
    port: parameters.get('port') ?? port,
    database: named,
    parameters,
  }
}

function wrongForm(text: string): string {
  if (/^psql\s/i.test(text)) return 'is a command. Keep only the part that begins with postgres://'
  if (/^["'`“”‘’]|["'`”’]$/.test(text)) return 'has quotes around it. Remove them'
  const spelled = /^(?:jdbc:)?postgres(?:ql)?(?:\+\w+)?:\/{0,2}/i.exec(text)?.[0]
  return spelled === undefined || postgresUrl.test(spelled)
    ? 'must start with file: or be postgres://user:password@host:port/database'
    : `must begin with postgres://, not with ${spelled}`
}

/** A % that escapes nothing stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25'))
  } catch {
    throw new AddressFault('has a % that escapes nothing. Write it as %25')
  }
}

function refuseUnknown(name: string, value: string): void {
  if (taken.includes(name) || allowed.get(name)?.test(value) === true) return
  // Anything longer may be a part of the password.
  const shown = /^\w{1,40}$/.test(name) ? `the parameter ${name}` : 'a parameter'
  const cure = cures.get(name) ?? 'Remove it'
  throw new AddressFault(
    allowed.has(name)
      ? `has ${shown} with a value that can’t be used. ${cure}`
      : `has ${shown}, which can’t be used. ${cure}`,
  )
}

/** Stricter than libpq: with TLS, the certificate and its name are checked in all modes but one. */
function tlsOf(parameters: Parameters): false | ConnectionOptions {
  const ssl = parameters.get('ssl')?.toLowerCase() ?? ''
  const sslAsMode = new Map([
    ['true', 'verify-full'],
    ['1', 'verify-full'],
    ['false', 'disable'],
    ['0', 'disable'],
  ])
  const asked = parameters.get('sslmode')?.toLowerCase() ?? sslAsMode.get(ssl) ?? ssl
  const needsTls =
    tlsFiles.some((name) => parameters.has(name)) || parameters.get('sslnegotiation') === 'direct'
  const mode = asked || (needsTls ? 'verify-full' : 'disable')
  if (!sslModes.includes(mode)) throw new AddressFault(`sslmode must be ${sslModes.join(', ')}`)
  if (mode === 'disable') return false
  return {
    // Without one: the authorities that Node knows.
    ...(parameters.get('sslrootcert') !== 'system' && fileOf('ca', 'sslrootcert', parameters)),
    ...fileOf('cert', 'sslcert', parameters),
    ...fileOf('key', 'sslkey', parameters),
    ...(mode === 'no-verify' && { rejectUnauthorized: false }),
  }
}

function fileOf(
  option: 'ca' | 'cert' | 'key',
  name: string,
  parameters: Parameters,
): ConnectionOptions {
  const file = parameters.get(name)
  if (file === undefined) return {}
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new AddressFault(
      `names the file ${file} as ${name}, which can’t be read (${codeOf(error)}). Write the whole path of a file that this account can read`,
    )
  }
  if (!text.includes('-----BEGIN ')) {
    throw new AddressFault(`names the file ${file} as ${name}, which isn’t in PEM format`)
  }
  return { [option]: text }
}
