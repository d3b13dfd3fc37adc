import { platformStatus } from '#app/download/extraction/platform-status.server.ts'
import { demoReason } from '#app/download/extraction/sources.server.ts'
import { textResponse } from '#app/http/text-response.ts'
import type { Route } from './+types/status-data'

const headers = { 'Cache-Control': 'public, max-age=60' }

const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** The status page's facts as JSON. Times are in UTC. */
export async function loader({ request }: Route.LoaderArgs) {
  const platforms = (await platformStatus()).map((one) => ({
    platform: one.platform,
    title: one.title,
    state: one.state,
    failingSince: timeOf(one.failingSince),
    checkedAt: timeOf(one.checkedAt),
    medianMs: one.medianMs,
    day: { percent: one.hoursPercent, hours: one.hours.map(barOf) },
    month: { percent: one.daysPercent, days: one.days.map(barOf) },
  }))
  const body = { site: demoReason() === 'chosen' ? 'demo' : 'working', platforms }
  return textResponse(request, JSON.stringify(body), { type: 'application/json', headers })
}

function barOf({ at, percent }: { at: number; percent: number | null }) {
  return { at: timeOf(at), percent }
}
