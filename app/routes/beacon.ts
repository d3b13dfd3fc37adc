import { countedRequest } from '#app/middleware/page-view.server.ts'
import { countBeacon } from '#app/models/analytics/count.server.ts'
import type { Route } from './+types/beacon'

/** More than the script ever sends. */
const longestBody = 500

/** What the script of a page tells about its reader: see app/enhance/beacon.ts. */
export async function action({ request, url, context }: Route.ActionArgs) {
  if (request.method !== 'POST') return answer(405)
  const text = await request.text()
  if (text.length > longestBody) return answer(413)
  const fields = Object.fromEntries(new URLSearchParams(text))
  return answer(countBeacon(await countedRequest(request, url, context), fields) ? 204 : 400)
}

/** There is nothing to read here. */
export function loader() {
  return answer(405)
}

function answer(status: number): Response {
  return new Response(null, {
    status,
    headers: { 'Cache-Control': 'no-store', ...(status === 405 && { Allow: 'POST' }) },
  })
}
