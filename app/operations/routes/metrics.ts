import { readMetrics } from '#app/operations/metrics.server.ts'
import { metricsAreOn, showsMetricsToken } from '#app/operations/metrics-token.server.ts'
import type { Route } from './+types/metrics'

/** For Prometheus, with the token of the system page; without one there is nothing here. */
export async function loader({ request }: Route.LoaderArgs) {
  const headers = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }
  if (!metricsAreOn()) return new Response('Not found\n', { status: 404, headers })
  if (!showsMetricsToken(request.headers.get('authorization'))) {
    const challenge = { ...headers, 'WWW-Authenticate': 'Bearer realm="metrics"' }
    return new Response('A token is needed\n', { status: 401, headers: challenge })
  }
  const { text, contentType } = await readMetrics()
  return new Response(text, { headers: { ...headers, 'Content-Type': contentType } })
}
