import path from 'node:path'
import { z } from 'zod'
import { parseOutboundProxy } from './outbound-proxy.ts'
import { PLATFORMS, type Platform } from './platform-names.ts'
import { addressFault, postgresUrl } from './postgres-address.ts'
import { realPath } from './real-path.ts'
import { minSecretLength, secretFault } from './secret-strength.ts'
import { SOURCE_NAMES } from './source-names.ts'

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

/** Anything but an origin would be cut to one, and links to a part of a host would be wrong. */
const publicUrl = httpUrl.refine((text) => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return true
  const isHost = /^(?:[\w.-]+|\[[\d:a-f.]+\])$/.test(url.hostname)
  return isHost && url.href === `${url.origin}/`
}, 'must be one address without a path, such as https://clips.example')

/** With a port or quotes it would be looked up as a name. */
const listenHost = z
  .string()
  .transform((text) => text.replace(/^\[([\d:a-f.]+)\]$/i, '$1'))
  .refine(
    (text) => !/[\s,/[\]"'`“”‘’]/.test(text) && !/^[^:]*:[^:]*$/.test(text),
    'must be an address or a name alone. The port is PORT',
  )

/** Only shells replace ~ and $HOME: a folder of that name would be made. */
const folder = z
  .string()
  .regex(
    /^[^~$"'`“”‘’]/,
    'must be a path without ~, $ or quotes in front. Write the whole path, or ./ before a folder of that name',
  )

const list = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((item) => item !== ''))

/** `new,old`: the first secret signs, the others only verify until they are removed. */
const secrets = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.tuple([secret()], secret()))

function secret() {
  const rules = `each secret needs at least ${minSecretLength} characters at random. Separate two with a comma`
  return z.string().superRefine((text, context) => {
    const fault = secretFault(text)
    if (fault !== null) context.addIssue({ code: 'custom', message: `${fault}: ${rules}` })
  })
}

/** Lower case as the hosts that they are compared with. */
const hostPort = z
  .string()
  .toLowerCase()
  .regex(/^(\[[0-9a-f:]+\]|[\w.-]+):\d{1,5}$/, 'must be host:port')
  .refine((text) => Number(/\d+$/.exec(text)?.[0]) <= 65_535, 'must have a port up to 65535')
const network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], {
  error: 'must be addresses or CIDRs',
})

const sources = list
  .pipe(z.array(z.enum(SOURCE_NAMES, `must be ${SOURCE_NAMES.join(', ')}`)))
  .refine((names) => new Set(names).size === names.length, 'must name each source once')
  .refine(
    (names) => !names.includes('demo') || names.length === 1,
    'must not combine demo with other sources',
  )

/**
 * `tiktok=http://127.0.0.1:9000,x=http://127.0.0.1:9001`: origins that stand in for all hosts of a
 * platform each.
 */
const platformOrigins = list.transform((entries, context) => {
  const origins: Partial<Record<Platform, string>> = {}
  for (const entry of entries) {
    const [name, origin = ''] = entry.split('=', 2)
    const platform = PLATFORMS.find((known) => known === name)
    const isOrigin = /^https?:/.test(origin) && URL.parse(origin)?.origin === origin
    if (platform !== undefined && isOrigin) origins[platform] = origin
    else context.addIssue({ code: 'custom', message: 'must be tiktok=http://host:port,x=…' })
  }
  return origins
})

const outboundProxy = z.string().transform((text, context) => {
  const proxy = parseOutboundProxy(text)
  if (proxy !== null) return proxy
  // Never repeats the value, which may contain a password.
  const message = 'must be http://[user:password@]host:port, or https://'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** Resolves the file of a `file:` address and its symbolic links: lock and log are next to it. */
export function fileOfUrl(url: string): string {
  return realPath(path.resolve(url.slice('file:'.length).replace(/^\/\//, '')))
}

/**
 * May contain a password, so it is never repeated in messages or logged. Ends that are blank come
 * from files for Docker.
 */
const databaseUrl = z
  .string()
  .trim()
  .superRefine((url, context) => {
    const problem = url.startsWith('file:') ? fileUrlProblem(url) : addressFault(url)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  })

function fileUrlProblem(url: string): string | null {
  return /^file:(?:\/\/)?$|\/$/.test(url)
    ? 'must name a file, such as file:data/cleanclip.db'
    : null
}

const Given = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: integer(0, 65_535).default(3000),
  HOST: listenHost.default('0.0.0.0'),
  APP_URL: publicUrl.optional(),
  DATA_DIR: folder.default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  SESSION_SECRET: secrets.optional(),
  EXTRACTION_SOURCES: sources,
  EXTRACTION_API_URL: httpUrl.optional(),
  PLATFORM_ORIGINS: platformOrigins,
  /** Not checked here: if it can't be used, only that source fails. */
  YTDLP_PATH: z.string().optional(),
  OUTBOUND_PROXY: outboundProxy.optional(),
  /** A first check: the account’s own schema reads it. */
  ADMIN_EMAIL: z.string().regex(z.regexes.unicodeEmail, 'Invalid email address').optional(),
  ADMIN_PASSWORD: z.string().optional(),
  TRUSTED_PROXIES: list.pipe(z.array(network)),
  TRUSTED_UPSTREAMS: list.pipe(z.array(hostPort)),
  AUDIO: z.enum(['on', 'off']).default('on'),
  HSTS_SUBDOMAINS: z.enum(['on', 'off']).default('off'),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
})

/** The names that the server reads. */
export const variableNames: readonly string[] = Object.keys(Given.shape)

const Variables = Given.refine(
  ({ PLATFORM_ORIGINS: origins, TRUSTED_UPSTREAMS: trusted }) =>
    Object.values(origins).every((origin) => trusted.includes(hostAndPort(origin))),
  { path: ['PLATFORM_ORIGINS'], error: 'must be a host:port listed in TRUSTED_UPSTREAMS' },
)
  .refine(
    ({ HSTS_SUBDOMAINS: subdomains, APP_URL: url }) =>
      subdomains === 'off' || /^https:/i.test(url ?? ''),
    { path: ['HSTS_SUBDOMAINS'], error: 'can only be on with an APP_URL that begins with https' },
  )
  .refine(
    ({ DATABASE_URL: url, SESSION_SECRET: secret }) =>
      url === undefined || !postgresUrl.test(url) || secret !== undefined,
    {
      path: ['SESSION_SECRET'],
      error: 'must be set when the database is PostgreSQL, to the same value on every server',
    },
  )
  .transform(({ DATABASE_URL: url, ...variables }) => {
    const dataDir = path.resolve(variables.DATA_DIR)
    const appUrl = new URL(variables.APP_URL ?? `http://localhost:${variables.PORT}`)
    return {
      ...variables,
      /** Public origin without a trailing slash: canonical links, mails, same-origin checks. */
      APP_URL: appUrl.origin,
      DATA_DIR: dataDir,
      /** Includes the password. Null if the database is a file. */
      POSTGRES_URL: url !== undefined && postgresUrl.test(url) ? url : null,
      DATABASE_FILE: fileOfUrl(
        url?.startsWith('file:') ? url : `file:${path.join(dataDir, 'cleanclip.db')}`,
      ),
    }
  })

function hostAndPort(origin: string): string {
  const { hostname, port, protocol } = new URL(origin)
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}

export type Env = z.infer<typeof Variables>

type Fault = { name: string; text: string }

/** Parses the environment, of which an empty value counts as unset. Returns faults by variable. */
export function parseVariables(
  source: Record<string, string | undefined>,
): { env: Env; faults?: never } | { faults: Fault[] } {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = Variables.safeParse(given)
  if (result.success) return { env: result.data }
  return {
    faults: result.error.issues.map(({ path: [name], message }) => ({
      name: String(name),
      text: message,
    })),
  }
}
