import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { countBeacon } from '#app/analytics/count.server.ts'
import { countedRequest } from '#app/analytics/middleware/page-view.server.ts'
import { countSharedFile } from '#app/download/save/shared-file.server.ts'
import { neutralPath } from '#app/i18n/local-path.ts'
import { listArticles } from '#app/pages/documents/articles.server.ts'
import type { Route } from './+types/beacon'

/** More than the script ever sends. */
const longestForm = 1000

export const handle = { methods: 'POST' }

/** Receives what a page's script sends: see app/ui/site/browser/beacon.ts. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const fields: Record<string, string> = {}
  for (const [name, value] of await request.formData()) {
    if (typeof value === 'string') fields[name] = value
  }
  if (JSON.stringify(fields).length > longestForm) return answer(413)
  if (await isNoArticle(neutralPath(fields.path ?? ''))) return answer(400)
  const counted = await countedRequest(request, url, context)
  if (fields.kind === 'shared') {
    const signedIn = await context.get(sessionContext).current()
    const userId = signedIn?.user.id ?? null
    return answer(countSharedFile(fields.file ?? '', counted, userId) ? 204 : 400)
  }
  return answer(countBeacon(counted, fields) ? 204 : 400)
}

/** Invented names would use up the keys that a day has for pages. */
async function isNoArticle(path: string): Promise<boolean> {
  const [, slug] = /^\/blog\/(.+)$/.exec(path) ?? []
  if (slug === undefined) return false
  return !(await listArticles('en')).some((article) => article.slug === slug)
}

export function loader() {
  return answer(405)
}

function answer(status: number): Response {
  return new Response(null, {
    status,
    headers: { 'Cache-Control': 'no-store', ...(status === 405 && { Allow: handle.methods }) },
  })
}
