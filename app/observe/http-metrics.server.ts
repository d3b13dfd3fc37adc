import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of /metrics, in Prometheus' text format. The library adds those of the process. */
const registry = new Registry()
collectDefaultMetrics({ register: registry })

const requests = new Counter({
  name: 'cleanclip_http_requests_total',
  help: 'Requests by method and class of status',
  labelNames: ['method', 'status'],
  registers: [registry],
})
const durations = new Histogram({
  name: 'cleanclip_http_request_duration_seconds',
  help: 'Time from a request to the end of its answer; downloads last as long as they take',
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
  registers: [registry],
})

export function observeRequest(method: string, status: number, seconds: number): void {
  requests.inc({ method, status: `${Math.floor(status / 100)}xx` })
  durations.observe(seconds)
}

const sourceAnswers = new Counter({
  name: 'cleanclip_source_lookups_total',
  help: 'Look-ups by the source that was asked and what it came to',
  labelNames: ['source', 'platform', 'outcome'],
  registers: [registry],
})

export function countSourceAnswer(source: string, platform: string, outcome: string): void {
  sourceAnswers.inc({ source, platform, outcome })
}

type Figures = number | Record<string, number>

/** A figure that is read when /metrics is requested: a single one, or one per label. */
export type Reading = { name: string; help: string; read: () => Promise<Figures> | Figures }

/** Adds the rooms' figures. Call once. */
export function addReadings(readings: readonly Reading[]): void {
  for (const { name, help, read } of readings) {
    const gauge: Gauge<'part'> = new Gauge({
      name: `cleanclip_${name}`,
      help,
      labelNames: ['part'],
      registers: [registry],
      async collect() {
        const figures = await read()
        if (typeof figures === 'number') return gauge.set(figures)
        gauge.reset()
        for (const [part, value] of Object.entries(figures)) gauge.set({ part }, value)
      },
    })
  }
}

export async function metricsText(): Promise<{ text: string; contentType: string }> {
  return { text: await registry.metrics(), contentType: registry.contentType }
}
