import { liveVisitors } from '#app/analytics/recent.server.ts'

export async function loader() {
  return Response.json(await liveVisitors())
}
