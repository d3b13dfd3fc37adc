import type { z } from 'zod'
import type { StatusAnswer } from '#app/api/schemas.ts'
import { platformStatus } from '#app/download/extraction/platform-status.server.ts'
import { demoReason } from '#app/download/extraction/sources.server.ts'
import { textResponse } from '#app/http/text-response.ts'
import { settings } from '#app/settings/settings.server.ts'
import { openRoute } from './api-route.server.ts'

const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** The status page's facts as JSON, open to anyone. Times are in UTC. */
export const loader = openRoute(async ({ request }) => {
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
  const answer: z.output<typeof StatusAnswer> = { site: siteState(), platforms }
  return textResponse(request, JSON.stringify(answer), {
    type: 'application/json',
    headers: { 'Cache-Control': 'public, max-age=60' },
  })
})

function siteState() {
  if (settings().maintenanceMode) return 'maintenance'
  return demoReason() === 'chosen' ? 'demo' : 'working'
}

function barOf({ at, percent }: { at: number; percent: number | null }) {
  return { at: new Date(at).toISOString(), percent }
}
