import { statfs } from 'node:fs/promises'
import { type InboxBacklog, inboxBacklog } from '#app/analytics/inbox.server.ts'
import { analyticsStats } from '#app/analytics/writer.server.ts'
import type { Confinement } from '#app/download/audio/confinement.server.ts'
import { sourceParts, ytdlpPart } from '#app/download/extraction/source-status.server.ts'
import { audioWorker } from '#app/download/extraction/sources.server.ts'
import { env } from '#app/env.server.ts'
import { countText } from '#app/i18n/count-text.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { mailIsSetUp, outboxCounts } from '#app/mail/outbox.server.ts'
import { databaseDamage } from '#app/observe/database-damage.server.ts'
import type { SystemPart } from '#app/observe/system-facts.ts'
import { logState } from '#app/observe/write-ahead-log.server.ts'
import { runningSaveCount } from '#app/posts/running-saves.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { dayMs, minuteMs } from '#app/time/durations.ts'
import { agoText, durationText } from '#app/time/time-text.ts'
import { databaseIsShared, db, engineFacts, files } from '#db/engine.ts'
import manifest from '../../package.json' with { type: 'json' }
import { newestGoodBackup } from './backups/backup.server.ts'
import { jobError } from './jobs/job-run.server.ts'

/** How every part of the system is right now; nothing outside is asked. */
export async function systemStatus(now = Date.now()): Promise<SystemPart[]> {
  return [
    await databasePart(),
    ...(await sourceParts(now)),
    ...(await ytdlpPart()),
    mediaPart(),
    await audioPart(),
    await mailPart(),
    await countingPart(now),
    ...(await fileParts(now)),
    memoryPart(),
    await versionPart(),
  ]
}

async function databasePart(): Promise<SystemPart> {
  const start = performance.now()
  await db.selectFrom('settings').select('name').limit(1).execute()
  const ms = performance.now() - start
  const { bytes, file } = await engineFacts()
  const log = file && ` and ${formatBytes(file.logBytes, 'en')} of write-ahead log`
  const size = `${formatBytes(bytes, 'en')}${log ?? ''}`
  const text = `${size}, answers in ${ms.toFixed(1)} ms`
  const damage = databaseDamage()
  if (damage !== null) {
    const what = `Noticed ${agoText(damage.at, Date.now())}: ${damage.text} Restore a backup under Settings, Database.`
    return { name: 'Database', tone: 'bad', state: 'Damaged', text: what }
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

/** Why the log has grown, what that costs, and what to do. */
export function logAdvice(state: 'high' | 'full'): string {
  const cost =
    state === 'full'
      ? 'Page views, look-ups and downloads are not counted until it shrinks.'
      : 'Combined filters and time zone changes are on hold until it shrinks.'
  return `Another program keeps the database open, such as a backup tool or a database shell. ${cost} Close that program.`
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

const confinements: Record<Confinement, { isFull: boolean; text: string }> = {
  bubblewrap: {
    isFull: true,
    text: 'confined by bubblewrap: no network, no files, no other processes',
  },
  seccomp_landlock: {
    isFull: true,
    text: 'confined by seccomp and Landlock: no network, no files, no other processes',
  },
  seccomp: {
    isFull: false,
    text: 'confined by seccomp: no network, no writing, no other processes, but it could read this account’s files',
  },
  limits: {
    isFull: false,
    text: 'not confined, only limited in memory and time: install bubblewrap',
  },
  none: { isFull: false, text: 'not confined: install bubblewrap' },
}

async function audioPart(): Promise<SystemPart> {
  const name = 'Audio worker'
  const engine = await audioWorker.engine()
  if (engine === null) {
    const text = 'MP3 isn’t offered. Install FFmpeg, or set FFMPEG_PATH'
    return { name, tone: 'warn', state: 'No FFmpeg', text }
  }
  const { running, queued } = audioWorker.stats()
  const { isFull, text } = confinements[engine.confinement]
  const by = engine.name === 'addon' ? 'FFmpeg addon' : 'ffmpeg command'
  return {
    name,
    tone: queued > 4 || !isFull ? 'warn' : 'good',
    state: queued > 4 ? 'Busy' : isFull ? 'Works' : 'Works, unprotected',
    text: `${running} running, ${queued} waiting; ${by}, ${text}`,
  }
}

async function mailPart(): Promise<SystemPart> {
  const name = 'Mail'
  const { waiting, failed } = await outboxCounts()
  const text = `${figure(waiting)} waiting, ${figure(failed)} failed so far`
  if (!mailIsSetUp()) return { name, tone: 'quiet', state: 'Not set up', text }
  return failed > 0
    ? { name, tone: 'bad', state: 'Emails fail', text }
    : { name, tone: 'good', state: 'Works', text }
}

function backlogText({ batches, oldestMs }: InboxBacklog): string {
  const age = batches === 0 ? '' : `, the oldest for ${durationText(oldestMs)}`
  return `${countText(batches, 'batch', 'batches')} to be counted${age}`
}

/** Batches of events are counted within a second or two, unless something is wrong. */
const longestBacklogMs = minuteMs

async function countingPart(now: number): Promise<SystemPart> {
  const name = 'Counting'
  const { queued, dropped, failing } = analyticsStats()
  const ours = `${countText(queued, 'event')} queued, ${figure(dropped)} dropped since the start`
  const backlog = databaseIsShared ? await inboxBacklog(db, now) : null
  const text = backlog === null ? ours : `${ours}; of all processes, ${backlogText(backlog)}`
  if (backlog !== null && backlog.oldestMs > longestBacklogMs) {
    return { name, tone: 'bad', state: 'Falling behind', text }
  }
  if (failing) return { name, tone: 'bad', state: 'Can’t write', text }
  if ((await jobError('analytics')) !== null) {
    return { name, tone: 'bad', state: 'Nightly check failed', text }
  }
  return dropped > 0
    ? { name, tone: 'warn', state: 'Events lost', text }
    : { name, tone: 'good', state: 'Works', text }
}

/** What matters only where the database is a file of ours. */
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
    return { name, tone: 'warn', state: 'None yet', text: `No backup found, ${daily}` }
  }
  const late = now - newest.at > 2 * dayMs
  const text = `${formatBytes(newest.bytes, 'en')}; ${daily}`
  return { name, tone: late ? 'warn' : 'good', state: agoText(newest.at, now), text }
}

type FreeDisk = { bytes: number; of: number; state: 'fine' | 'low' | 'full' }

/**
 * The room left where the database is, in bytes and as a share of the whole; `low` wants a look. Null
 * for one on a server.
 */
export async function freeDisk(): Promise<FreeDisk | null> {
  if (files === null) return null
  const { bavail, blocks, bsize } = await statfs(env.DATA_DIR)
  const bytes = bavail * bsize
  const low = bytes < 1e9 || bavail / blocks < 0.05
  return { bytes, of: blocks * bsize, state: bytes < 2e8 ? 'full' : low ? 'low' : 'fine' }
}

function diskPart({ bytes, of, state }: FreeDisk): SystemPart {
  return {
    name: 'Disk',
    tone: state === 'full' ? 'bad' : state === 'low' ? 'warn' : 'good',
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

async function versionPart(): Promise<SystemPart> {
  const { version } = await engineFacts()
  const uptime = durationText(process.uptime() * 1000)
  return {
    name: 'Version',
    tone: 'quiet',
    state: manifest.version,
    text: `Node ${process.version}, ${version}, running for ${uptime}`,
  }
}
