import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { realPath } from '#db/sqlite/real-path.ts'
import { isExecutable } from './download/audio/confinement.server.ts'
import { parseOutboundProxy } from './outbound/outbound-proxy.ts'
import { SOURCE_NAMES } from './posts/extracted-post.server.ts'

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

const list = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((item) => item !== ''))

/** Shorter secrets could be guessed. */
export const minSecretLength = 32

/** `new,old`: the first one signs, the others still verify until they are taken out. */
const secrets = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.tuple([secret()], secret()))

function secret() {
  return z
    .string()
    .min(
      minSecretLength,
      `must have at least ${minSecretLength} characters. Separate two secrets with a comma`,
    )
}

const hostPort = z.string().regex(/^(\[[0-9a-fA-F:]+\]|[\w.-]+):\d{1,5}$/, 'must be host:port')
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

/** `tiktok=http://127.0.0.1:9000`: an origin that plays all hosts of the platform. */
const platformOrigin = z
  .string()
  .regex(/^tiktok=https?:\/\/[^/?#@\s]+$/, 'must be tiktok=http://host:port')
  .transform((entry) => entry.slice('tiktok='.length))
  .refine(
    (origin) => URL.canParse(origin) && new URL(origin).origin === origin,
    'must be an origin',
  )

const outboundProxy = z.string().transform((text, context) => {
  const proxy = parseOutboundProxy(text)
  if (proxy !== null) return proxy
  // The value may hold a password: it is not repeated.
  const message = 'must be http://[user:password@]host:port, or https://'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

export const postgresUrl = /^postgres(?:ql)?:\/\//

/** The file of a `file:` address. Behind symbolic links: the lock and the log are beside the real one. */
export function fileOfUrl(url: string): string {
  return realPath(path.resolve(url.slice('file:'.length).replace(/^\/\//, '')))
}

/** It may hold a password: it is not repeated, and never logged. */
const databaseUrl = z
  .string()
  .refine(
    (url) => url.startsWith('file:') || (postgresUrl.test(url) && URL.canParse(url)),
    'must start with file: or be postgres://user:password@host:port/database',
  )

const Variables = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    PORT: integer(0, 65_535).default(3000),
    HOST: z.string().default('0.0.0.0'),
    APP_URL: httpUrl.optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: databaseUrl.optional(),
    SESSION_SECRET: secrets.optional(),
    EXTRACTION_SOURCES: sources,
    EXTRACTION_API_URL: httpUrl.optional(),
    PLATFORM_ORIGINS: platformOrigin.optional(),
    /** Not checked here: one that cannot be used is a fault of that source alone. */
    YTDLP_PATH: z.string().optional(),
    OUTBOUND_PROXY: outboundProxy.optional(),
    ADMIN_EMAIL: z.email().optional(),
    ADMIN_PASSWORD: z.string().optional(),
    TRUSTED_PROXIES: list.pipe(z.array(network)),
    TRUSTED_UPSTREAMS: list.pipe(z.array(hostPort)),
    FFMPEG_PATH: z
      .string()
      .refine((file) => path.isAbsolute(file) && isExecutable(file), {
        error: 'must be the absolute path of an ffmpeg command',
      })
      .optional(),
    LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  })
  .refine(
    ({ PLATFORM_ORIGINS: origin, TRUSTED_UPSTREAMS: trusted }) =>
      origin === undefined || trusted.includes(hostAndPort(origin)),
    { path: ['PLATFORM_ORIGINS'], error: 'must be a host:port listed in TRUSTED_UPSTREAMS' },
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
      /** Public origin, without a trailing slash: canonical links, mails, same-origin checks. */
      APP_URL: appUrl.origin,
      DATA_DIR: dataDir,
      /** With its password; null where the database is a file. */
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

/**
 * Parses the environment; an empty value counts as unset.
 * Throws an Error whose message names each bad variable, for a human to read.
 */
function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = Variables.safeParse(given)
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `  ${String(issue.path[0])}: ${issue.message}`)
  throw new Error(`These environment variables can’t be used:\n${lines.join('\n')}`)
}

if (existsSync('.env')) process.loadEnvFile('.env')

/** The process's environment, parsed once; a bad value ends the process with a clear text. */
export const env = readEnv()

function readEnv(): Env {
  try {
    return parseEnv(process.env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}
