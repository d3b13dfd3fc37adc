import { readMetrics } from '#app/system/metrics.server.ts'
import { metricsAreOn, showsMetricsToken } from '#app/system/metrics-token.server.ts'
import type { Route } from './+types/metrics'

/** For Prometheus, with the token from the system page. Returns 404 if no token was made. */
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
