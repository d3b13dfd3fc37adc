import type { Kysely } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import type { SourceName } from '#app/environment/source-names.ts'
import { signals } from '#app/processes/signals.server.ts'
import { seal, unseal } from '#app/secrets/sealed-box.server.ts'
import { dayOf } from '#app/time/calendar-day.ts'
import { db, limitConnections, transact } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { settingsLabel } from './setting-names.ts'
import {
  type SettingName,
  type Settings,
  SettingsSchema,
  secretSettings,
  timeZones,
} from './settings-schema.ts'

export type { Settings } from './settings-schema.ts'

export const defaultSettings: Settings = SettingsSchema.parse({})

let current = await load()
limitConnections(current.databasePoolSize)
const listeners = new Set<(changed: ReadonlySet<SettingName>) => void>()

/** Returns the current settings. Read them again each time, since they can change. */
export function settings(): Readonly<Settings> {
  return current
}

const defaultOrder: readonly SourceName[] = ['native', 'service', 'ytdlp']
/** In development, samples unless a configured source is available. */
const developmentOrder: readonly SourceName[] = ['service', 'ytdlp', 'demo']

/** Returns the sources in the order of use, including unconfigured ones. */
export function sourceOrder(): readonly SourceName[] {
  if (env.EXTRACTION_SOURCES.length > 0) return env.EXTRACTION_SOURCES
  if (current.extractionSources.length > 0) return current.extractionSources
  return env.NODE_ENV === 'development' ? developmentOrder : defaultOrder
}

/** Returns the environment's extraction service, else the setting's. Null if neither is set. */
export function extractionEndpoint(): string | null {
  return env.EXTRACTION_API_URL ?? (current.extractionUrl || null)
}

export function settingOverrides(): Partial<Record<SettingName, string>> {
  return {
    ...(env.EXTRACTION_SOURCES.length > 0 && { extractionSources: 'EXTRACTION_SOURCES' }),
    ...(env.EXTRACTION_API_URL !== undefined && { extractionUrl: 'EXTRACTION_API_URL' }),
  }
}

/** Returns the IANA zone for dates shown to operators and for day boundaries. */
export function siteTimeZone(): string {
  return timeZones[current.timeZone]
}

/** Returns today's date in the site's time zone, as `2026-05-03`. */
export function siteToday(): string {
  return dayOf(Date.now(), siteTimeZone())
}

export function onSettingsChange(listener: (changed: ReadonlySet<SettingName>) => void): void {
  listeners.add(listener)
}

/**
 * Stores settings, applies them and audits the earlier values; does nothing if none changed.
 * `changes` can be a function of the stored settings. Throws a ZodError for a value out of bounds.
 */
export async function changeSettings(
  changes: Partial<Settings> | ((stored: Settings) => Partial<Settings>),
  actor: Actor,
): Promise<void> {
  const stored = await transact(async (trx) => {
    // Another process may have changed settings since they were read here.
    const before = await load(trx)
    const changed = typeof changes === 'function' ? changes(before) : changes
    const next = SettingsSchema.parse({ ...before, ...changed })
    const names = differing(before, next)
    if (names.length === 0) return before
    await store(names, next, trx)
    await recordAudit(
      {
        actor,
        action: 'settings.changed',
        object: {
          type: 'settings',
          id: null,
          label: settingsLabel(names),
          href: '/admin/settings',
        },
        before: facts(names, before),
        after: facts(names, next),
      },
      trx,
    )
    await signals.raise(trx, 'settings')
    return next
  })
  putInForce(stored)
}

/** Applies the stored settings after another process or a restore changed them. */
export async function reloadSettings(): Promise<void> {
  for (;;) {
    const before = timesPut
    const stored = await load()
    // Otherwise this process has applied a change that the loaded settings may lack.
    if (before === timesPut) return putInForce(stored)
  }
}
signals.on('settings', reloadSettings)

let timesPut = 0

function putInForce(next: Settings): void {
  timesPut += 1
  const changed = new Set(differing(current, next))
  if (changed.size === 0) return
  current = next
  limitConnections(next.databasePoolSize)
  for (const listener of listeners) listener(changed)
}

function differing(before: Settings, after: Settings): SettingName[] {
  return (Object.keys(after) as SettingName[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
}

async function store(
  names: SettingName[],
  values: Settings,
  executor: Kysely<Database>,
): Promise<void> {
  const rows = names.map((name) => {
    const text = JSON.stringify(values[name])
    const value = secretSettings.has(name)
      ? JSON.stringify(seal(settingSealOwner(name), text))
      : text
    return { name, value, updated_at: Date.now() }
  })
  await executor
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        value: eb.ref('excluded.value'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

/** Max characters of a value in the audit log, so that any number of changes fits. */
const longestFact = 1500

function facts(names: SettingName[], values: Settings) {
  return Object.fromEntries(names.map((name) => [name, fact(name, values[name])]))
}

/** Shortens a value for the audit log; of a secret, only whether it is set. */
function fact(name: SettingName, value: Settings[SettingName]) {
  if (secretSettings.has(name)) return value === '' ? 'not set' : 'set'
  const text = Array.isArray(value) ? value.join(', ') : value
  return typeof text === 'string' && text.length > longestFact
    ? `${text.slice(0, longestFact)}… (${text.length} characters)`
    : value
}

/** Reads the stored settings. Invalid stored values fall back to the default. */
async function load(executor: Kysely<Database> = db): Promise<Settings> {
  const rows = await executor.selectFrom('settings').select(['name', 'value']).execute()
  const stored: Record<string, unknown> = {}
  for (const { name, value } of rows) {
    if (!isSettingName(name)) continue
    const parsed = SettingsSchema.shape[name].safeParse(storedValue(name, value))
    if (parsed.success) stored[name] = parsed.data
  }
  return SettingsSchema.parse(stored)
}

function storedValue(name: SettingName, text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!secretSettings.has(name)) return value
  const secret = typeof value === 'string' ? unseal(settingSealOwner(name), value) : null
  return secret === null ? undefined : JSON.parse(secret)
}

/** The sealed box's owner for a secret setting. */
export function settingSealOwner(name: string): string {
  return `setting ${name}`
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SettingsSchema.shape, name)
}
