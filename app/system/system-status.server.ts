import { statfs } from 'node:fs/promises'
import { lostEvents } from '#app/analytics/count.server.ts'
import { type InboxBacklog, inboxBacklog } from '#app/analytics/inbox.server.ts'
import { analyticsStats } from '#app/analytics/writer.server.ts'
import { newestGoodBackup } from '#app/backups/backup.server.ts'
import { coverCheck, mediaEngine, mp3Check, wantsMp3 } from '#app/download/engine/engines.server.ts'
import {
  platformParts,
  sourceParts,
  ytdlpPart,
} from '#app/download/extraction/source-status.server.ts'
import { env } from '#app/env.server.ts'
import { countText } from '#app/i18n/count-text.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { lastRun } from '#app/jobs/job-list.server.ts'
import { overdueSince, overdueText } from '#app/jobs/overdue.server.ts'
import { mailHealth } from '#app/mail/mail-health.server.ts'
import { databaseDamage } from '#app/observe/database-damage.server.ts'
import { connectionOutage, databaseOutage, limitOutage } from '#app/observe/outages.server.ts'
import type { SystemPart } from '#app/observe/system-facts.ts'
import { logState } from '#app/observe/write-ahead-log.server.ts'
import { runningSaveCount } from '#app/posts/running-saves.server.ts'
import { settings, siteTimeZone } from '#app/settings/settings.server.ts'
import { dayMs, minuteMs } from '#app/time/durations.ts'
import { agoText, clockText, durationText } from '#app/time/time-text.ts'
import { databaseIsShared, db, engineFacts, files } from '#db/engine.ts'
import { reads } from '#db/reads.ts'
import type { UnavailableReason } from '#db/unavailable.ts'
import manifest from '../../package.json' with { type: 'json' }
import { olderDatabase } from './older-database.server.ts'

/** Returns the current state of every part of the system, without outgoing requests. */
export async function systemStatus(now = Date.now()): Promise<SystemPart[]> {
  // By itself: beside the others it would wait for them.
  const ms = await answerMs()
  const facts = engineFacts()
  const parts = await Promise.all([
    databasePart(facts, ms),
    lostParts(),
    limitParts(),
    jobParts(),
    sourceParts(now),
    platformParts(now),
    ytdlpPart(),
    [mediaPart(), audioPart(), ...coverParts()],
    mailPart(),
    countingPart(now),
    fileParts(now),
    memoryPart(),
    versionPart(facts),
  ])
  return parts.flat()
}

type Facts = ReturnType<typeof engineFacts>

async function answerMs(): Promise<number> {
  const start = performance.now()
  await db.selectFrom('settings').select('name').limit(1).execute()
  return performance.now() - start
}

async function databasePart(facts: Facts, ms: number): Promise<SystemPart> {
  const { bytes, file } = await facts
  const log = file && ` and ${formatBytes(file.logBytes, 'en')} of write-ahead log`
  const size = `${formatBytes(bytes, 'en')}${log ?? ''}`
  const text = `${size}, answers in ${ms.toFixed(1)} ms`
  const damage = databaseDamage()
  if (damage !== null) {
    const what = `Noticed ${agoText(damage.at, Date.now())}: ${damage.text} Restore a backup under Settings, Database.`
    return { name: 'Database', tone: 'bad', state: 'Damaged', text: what }
  }
  const outage = databaseOutage.current()
  if (outage !== null) {
    const state = outage.reason === null ? 'Can’t write' : outageStates[outage.reason]
    const text = `Since ${clockText(outage.since, siteTimeZone())}: ${outage.text}`
    return { name: 'Database', tone: 'bad', state, text }
  }
  const few = connectionOutage.current()
  if (few !== null) {
    const advice = 'Raise it, or lower the pool size under Settings, Database.'
    return {
      name: 'Database',
      tone: 'warn',
      state: 'Few connections',
      text: `${few.text}. ${advice}`,
    }
  }
  const state = logState()
  if (state !== 'fine') {
    return {
      name: 'Database',
      tone: state === 'full' ? 'bad' : 'warn',
      state: state === 'full' ? 'Log is full' : 'Log is large',
      text: `${text}. ${logAdvice(state)}`,
    }
  }
  return { name: 'Database', tone: 'good', state: 'Works', text }
}

const outageStates: Record<UnavailableReason, string> = {
  busy: 'Locked',
  slow: 'Too slow',
  unreachable: 'Can’t be reached',
  readOnly: 'Read-only',
  refused: 'Refuses this server',
  full: 'Disk full',
  serverFull: 'Disk full',
  disk: 'Can’t write',
  damaged: 'Damaged',
  serverDamaged: 'Damaged',
}

export function logAdvice(state: 'high' | 'full'): string {
  const cost =
    state === 'full'
      ? 'Page views, look-ups and downloads are not counted until it shrinks.'
      : 'Combined filters and time zone changes are on hold until it shrinks.'
  return `Another program keeps the database open, such as a backup tool or a database shell. ${cost} Close that program.`
}

async function lostParts(): Promise<SystemPart[]> {
  const older = await olderDatabase()
  if (older === null) return []
  const text = `${older.title}. ${older.text}`
  return [{ name: 'Changes', tone: 'warn', state: 'Some were lost', text }]
}

/** Only their fault is told: otherwise there is nothing to know. */
function limitParts(): SystemPart[] {
  const outage = limitOutage.current()
  if (outage === null) return []
  const since = clockText(outage.since, siteTimeZone())
  const text = `Each process counts for itself since ${since}: ${outage.text}`
  return [{ name: 'Limits', tone: 'warn', state: 'Not shared', text }]
}

async function jobParts(): Promise<SystemPart[]> {
  const since = await overdueSince()
  if (since === null) return []
  const state = `Not run since ${clockText(since, siteTimeZone())}`
  return [{ name: 'Jobs', tone: 'bad', state, text: overdueText }]
}

function mediaPart(): SystemPart {
  const running = runningSaveCount()
  const limit = settings().maxConcurrentDownloads
  const full = running >= limit
  return {
    name: 'Media delivery',
    tone: full ? 'bad' : running > limit * 0.8 ? 'warn' : 'good',
    state: full ? 'Full' : 'Works',
    text: `${figure(running)} of ${figure(limit)} downloads running`,
  }
}

function audioPart(): SystemPart {
  const name = 'MP3'
  if (!wantsMp3) return { name, tone: 'quiet', state: 'Off', text: 'MP3 isn’t offered: AUDIO=off' }
  const fault = mp3Check.fault()
  if (fault !== null) {
    return { name, tone: 'bad', state: 'Can’t load', text: `MP3 isn’t offered. ${fault}` }
  }
  const { running, queued } = mediaEngine.stats()
  const text = `${running} running, ${queued} waiting`
  return queued > 4
    ? { name, tone: 'warn', state: 'Busy', text }
    : { name, tone: 'good', state: 'Works', text }
}

/** Covers are a comfort of the back office, so only their fault is told. */
function coverParts(): SystemPart[] {
  const fault = coverCheck.fault()
  return fault === null ? [] : [{ name: 'Covers', tone: 'warn', state: 'Can’t load', text: fault }]
}

async function mailPart(): Promise<SystemPart> {
  return { name: 'Mail', ...(await mailHealth()) }
}

function backlogText({ batches, oldestMs }: InboxBacklog): string {
  const age = batches === 0 ? '' : `, the oldest for ${durationText(oldestMs)}`
  return `${countText(batches, 'batch', 'batches')} to be counted${age}`
}

/** Event batches are counted within a second or two, unless something is wrong. */
const longestBacklogMs = minuteMs

async function countingPart(now: number): Promise<SystemPart> {
  const name = 'Counting'
  const { queued, dropped: unwritten, failing } = analyticsStats()
  const dropped = unwritten + lostEvents()
  const [backlog, check] = await Promise.all([inboxBacklog(reads, now), lastRun('analytics')])
  const ours = `${countText(queued, 'event')} queued, ${figure(dropped)} dropped since the start`
  const text = `${ours}; ${databaseIsShared ? 'of all processes, ' : ''}${backlogText(backlog)}`
  if (backlog.oldestMs > longestBacklogMs) {
    return { name, tone: 'bad', state: 'Falling behind', text }
  }
  if (failing) return { name, tone: 'bad', state: 'Can’t write', text }
  if ((check?.error ?? null) !== null) {
    return { name, tone: 'bad', state: 'Nightly check failed', text }
  }
  return dropped > 0
    ? { name, tone: 'warn', state: 'Events lost', text }
    : { name, tone: 'good', state: 'Works', text }
}

async function fileParts(now: number): Promise<SystemPart[]> {
  const disk = await freeDisk()
  return disk === null ? [] : [await backupPart(now), diskPart(disk)]
}

async function backupPart(now: number): Promise<SystemPart> {
  const name = 'Last backup'
  const newest = await newestGoodBackup()
  const { automaticBackup, backupTime } = settings()
  const daily = automaticBackup ? `made daily at ${backupTime}` : 'automatic backups are off'
  if (newest === null) {
    if (automaticBackup && (await isFirstDay(now))) {
      const text = `The first one is made at ${backupTime}`
      return { name, tone: 'quiet', state: 'Not due yet', text }
    }
    return { name, tone: 'warn', state: 'None yet', text: `No backup found, ${daily}` }
  }
  const late = now - newest.at > 2 * dayMs
  const text = `${formatBytes(newest.bytes, 'en')}; ${daily}`
  return { name, tone: late ? 'warn' : 'good', state: agoText(newest.at, now), text }
}

/** Returns true if the site's first account is less than a day old, or there is none. */
async function isFirstDay(now: number): Promise<boolean> {
  const { first } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.min('joined_at').as('first'))
    .executeTakeFirstOrThrow()
  return first === null || now - first < dayMs
}

type FreeDisk = { bytes: number; of: number; state: 'fine' | 'low' | 'full' }

/**
 * Returns the free space on the database's disk, in bytes and as a share; `low` needs attention.
 * Returns null for a database server.
 */
export async function freeDisk(): Promise<FreeDisk | null> {
  if (files === null) return null
  const { bavail, blocks, bsize } = await statfs(env.DATA_DIR)
  const bytes = bavail * bsize
  const room = bytes < 1e9 || bavail / blocks < 0.05 ? 'low' : 'fine'
  return { bytes, of: blocks * bsize, state: bytes < 2e8 ? 'full' : room }
}

const diskTones = { full: 'bad', low: 'warn', fine: 'good' } as const

function diskPart({ bytes, of, state }: FreeDisk): SystemPart {
  return {
    name: 'Disk',
    tone: diskTones[state],
    state: `${formatBytes(bytes, 'en')} free`,
    text: `of ${formatBytes(of, 'en')}`,
  }
}

function memoryPart(): SystemPart {
  const { rss, heapUsed, external } = process.memoryUsage()
  return {
    name: 'Memory',
    tone: rss > 1e9 ? 'warn' : 'good',
    state: formatBytes(rss, 'en'),
    text: `${formatBytes(heapUsed, 'en')} of objects, ${formatBytes(external, 'en')} of buffers`,
  }
}

async function versionPart(facts: Facts): Promise<SystemPart> {
  const { version } = await facts
  const uptime = durationText(process.uptime() * 1000)
  return {
    name: 'Version',
    tone: 'quiet',
    state: manifest.version,
    text: `Node ${process.version}, ${version}, running for ${uptime}`,
  }
}
