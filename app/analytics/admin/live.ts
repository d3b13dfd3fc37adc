import { liveVisitors } from '#app/analytics/recent.server.ts'

/** How many visitors are here now, as a JSON number, for a page that is open. */
export async function loader() {
  return Response.json(await liveVisitors())
}
