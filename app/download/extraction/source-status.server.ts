import { platformTitles } from '#app/download/platforms/platform-key.ts'
import type { SourceId } from '#app/download/platforms/source-id.ts'
import { countText } from '#app/i18n/count-text.ts'
import { figure } from '#app/i18n/figure-text.ts'
import type { SystemPart } from '#app/observe/system-facts.ts'
import { agoText, durationText } from '#app/time/time-text.ts'
import { causeText } from './source-causes.ts'
import {
  extractionState,
  platformHealth,
  type SourceHealth,
  type SourceState,
  sourceHealth,
} from './source-health.server.ts'
import { sourceTitles } from './source-titles.ts'
import { demoReason, ytdlpState } from './sources.server.ts'

const sourceStates: Record<SourceState, { tone: SystemPart['tone']; state: string }> = {
  working: { tone: 'good', state: 'Works' },
  untried: { tone: 'quiet', state: 'Not tried yet' },
  never_worked: { tone: 'warn', state: 'Hasn’t worked yet' },
  retrying: { tone: 'warn', state: 'Retrying' },
  stopped: { tone: 'bad', state: 'Paused' },
  failing_tests: { tone: 'bad', state: 'Test look-ups fail' },
  quota_used_up: { tone: 'bad', state: 'Quota used up' },
  not_configured: { tone: 'quiet', state: 'Not set up' },
  off: { tone: 'quiet', state: 'Off' },
}

/** Returns a part for each platform beside TikTok that is on. None in chosen demo mode. */
export async function platformParts(now: number): Promise<SystemPart[]> {
  if (demoReason() === 'chosen') return []
  const on = (await platformHealth(now)).filter(({ state }) => state !== 'off')
  return on.map((platform) => ({
    name: platformTitles[platform.name],
    ...sourceStates[platform.state],
    text: sourceText(platform, now),
  }))
}

/** Returns a part for each source that is set up; in demo mode, one that shows why. */
export async function sourceParts(now: number): Promise<SystemPart[]> {
  const reason = demoReason()
  if (reason !== null) {
    const text =
      reason === 'chosen' ? 'EXTRACTION_SOURCES is demo' : 'This server can’t reach TikTok'
    return [{ name: 'Posts', tone: 'warn', state: 'Demo mode', text }]
  }
  const set = (await sourceHealth(now)).filter(
    ({ state }) => state !== 'not_configured' && state !== 'off',
  )
  if (set.length === 0) {
    const text = 'None of the sources that are on is set up'
    return [{ name: 'Posts', tone: 'bad', state: 'No source', text }]
  }
  const degraded = extractionState() === 'degraded'
  return set.map((source, index) => {
    const { tone, state } = sourceStates[source.state]
    const isFirst = degraded && index === 0
    return {
      name: sourceTitles[source.name],
      tone: isFirst ? 'warn' : tone,
      state: isFirst ? `Degraded: ${state.toLowerCase()}` : state,
      text: sourceText(source, now),
    }
  })
}

function sourceText(source: SourceHealth<SourceId>, now: number): string {
  const { day, lastSuccessAt, lastFailure, quotaLeft, queued, drifted, failingTest, pausedUntil } =
    source
  const rate =
    day.successRate === null
      ? 'No look-ups in 24 hours'
      : `${Math.round(day.successRate * 100)}% of ${figure(day.found + day.failed)} look-ups in 24 hours`
  const median = day.medianMs === null ? [] : [`about ${figure(day.medianMs)} ms each`]
  return [
    rate,
    ...median,
    ...(lastSuccessAt === null ? [] : [`last success ${agoText(lastSuccessAt, now)}`]),
    ...(lastFailure === null
      ? []
      : [`last failure ${agoText(lastFailure.at, now)} (${causeText(lastFailure.cause)})`]),
    ...(pausedUntil === null || pausedUntil <= now
      ? []
      : [`asked again in ${durationText(pausedUntil - now)}`]),
    ...(quotaLeft === null ? [] : [`${figure(quotaLeft)} requests left today`]),
    ...(queued === 0 ? [] : [`${figure(queued)} waiting`]),
    ...(failingTest === null ? [] : [`last test: ${failingTest}`]),
    ...(drifted ? ['the page has changed slightly'] : []),
  ].join(', ')
}

/** Empty without YTDLP_PATH. Runs the program only for its version, and seldom. */
export async function ytdlpPart(): Promise<SystemPart[]> {
  const name = 'yt-dlp version'
  const known = await ytdlpState()
  if (known === null) return []
  const { path, version, ageDays, isOld, problem } = known
  if (problem === 'no_program') {
    const text = `YTDLP_PATH must be the absolute path of a program. ${path} isn’t one.`
    return [{ name, tone: 'bad', state: 'Not found', text }]
  }
  if (problem === 'program_failed') {
    const text = `${path} doesn’t report its version.`
    return [{ name, tone: 'bad', state: 'Doesn’t run', text }]
  }
  const age = ageDays === null ? '' : `, ${countText(ageDays, 'day')} old`
  const text = `Version ${version}${age}`
  if (!isOld) return [{ name, tone: 'good', state: 'Ready', text }]
  const advice = `${text}. An update fixes most failures.`
  return [{ name, tone: 'warn', state: 'Outdated', text: advice }]
}
