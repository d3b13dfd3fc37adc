import { z } from 'zod'
import { env } from '#app/env.server.ts'
import { db } from '#db/client.ts'

/** Suffixes of the hosts that media may come from, matched on a label boundary. */
const defaultMediaHosts = [
  'tiktokcdn.com',
  'tiktokcdn-us.com',
  'tiktokcdn-eu.com',
  'tiktokv.com',
  'byteoversea.com',
  'muscdn.com',
  'akamaized.net',
]

/** Every setting with its bounds and its default; the unit is part of the name. */
const Settings = z.object({
  siteName: z.string().trim().min(1).max(60).default('Cleanclip'),
  contactAddress: z.union([z.email(), z.literal('')]).default(''),
  extractionUrl: z.union([z.url({ protocol: /^https?$/ }), z.literal('')]).default(''),
  extractionIntervalMs: z.int().min(0).max(60_000).default(1100),
  apiTimeoutSeconds: z.int().min(5).max(120).default(30),
  mediaHosts: z
    .array(z.string().regex(/^[a-z0-9.-]+$/))
    .max(100)
    .default(defaultMediaHosts),
  rateLimitPerMinute: z.int().min(1).max(100_000).default(100),
  requestLogging: z.boolean().default(true),
  retentionDays: z.int().min(1).max(3650).default(90),
  cacheMinutes: z.int().min(0).max(10_080).default(60),
  compression: z.boolean().default(true),
  maxConcurrentDownloads: z.int().min(1).max(10_000).default(100),
  downloadTimeoutSeconds: z.int().min(5).max(600).default(30),
  /** How long a sign-in lasts without a request; those to be remembered last without one. */
  sessionTimeoutMinutes: z.int().min(1).max(1440).default(60),
  /** bcrypt reads 72 bytes at most, so a longer minimum could not be met. */
  minPasswordLength: z.int().min(8).max(64).default(12),
  requireUppercase: z.boolean().default(true),
  requireNumbers: z.boolean().default(true),
  requireSpecial: z.boolean().default(true),
  /** Whether every operator has to sign in with a second step. */
  twoFactorRequired: z.boolean().default(false),
  /** Whether visitors whose browser sends Sec-GPC are left out of the figures. */
  honourPrivacySignal: z.boolean().default(true),
  /** An MMDB file that tells countries by addresses, newer than the bundled one; '' for that. */
  countryDatabase: z.string().trim().max(500).default(''),
  /** The mail server; mails are off while it is empty. */
  smtpHost: z.union([z.string().regex(/^[a-zA-Z0-9.:-]+$/), z.literal('')]).default(''),
})

export type Settings = z.infer<typeof Settings>
export type SettingName = keyof Settings

export const defaultSettings: Settings = Settings.parse({})

let current = await load()

/** The settings in force; read it anew each time it is needed, since they change while running. */
export function settings(): Readonly<Settings> {
  return current
}

/** The extraction service in force: the environment's, else the setting's, else null (demo mode). */
export function extractionEndpoint(): string | null {
  return env.EXTRACTION_API_URL ?? (current.extractionUrl || null)
}

/** Stores the given settings and puts them in force. Throws a ZodError on a value out of bounds. */
export async function updateSettings(changes: Partial<Settings>): Promise<void> {
  const next = Settings.parse({ ...current, ...changes })
  const rows = Object.keys(changes).map((name) => ({
    name,
    value: JSON.stringify(next[name as SettingName]),
    updated_at: Date.now(),
  }))
  if (rows.length === 0) return
  await db
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        value: eb.ref('excluded.value'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
  current = next
}

/** A stored value that no longer fits its bounds gives way to the default. */
async function load(): Promise<Settings> {
  const rows = await db.selectFrom('settings').select(['name', 'value']).execute()
  const stored: Record<string, unknown> = {}
  for (const { name, value } of rows) {
    const schema = Object.hasOwn(Settings.shape, name) ? Settings.shape[name as SettingName] : null
    const parsed = schema?.safeParse(JSON.parse(value))
    if (parsed?.success) stored[name] = parsed.data
  }
  return Settings.parse(stored)
}
