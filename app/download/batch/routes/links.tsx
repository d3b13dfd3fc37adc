import { data, redirect } from 'react-router'
import { countedRequest } from '#app/analytics/middleware/page-view.server.ts'
import { readBatch, retryLink } from '#app/download/batch/batch.server.ts'
import { parseBatchFormat, parseRowFormats } from '#app/download/batch/format.ts'
import { markSaved } from '#app/download/batch/saves.server.ts'
import {
  addToBatch,
  batchHeaders,
  requireBatches,
  typedLimit,
} from '#app/download/batch/start-batch.server.ts'
import { BatchGone } from '#app/download/batch/ui/batch-gone.tsx'
import { BatchPage } from '#app/download/batch/ui/batch-page.tsx'
import { batchView } from '#app/download/batch/view.server.ts'
import { canMakeMp3 } from '#app/download/engine/engines.server.ts'
import { takeRequest } from '#app/download/lookup/visitor-limits.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'
import type { PageHandle } from '#app/ui/site/page-scripts.tsx'
import type { Route } from './+types/links'

export const handle: PageHandle = { hydration: true }

export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireBatches()
  const batch = await readBatch(params.id)
  if (batch === null) return data(null, { status: 404, headers: batchHeaders })
  const waits = batch.rows.some(({ state }) => state === 'waiting' || state === 'looking')
  const format = url.searchParams.get('format')
  const address = context.get(requestContext).clientAddress
  const own = parseRowFormats(url.searchParams, batch.rows)
  return data(
    {
      batch: await batchView(batch, params.id, address, own),
      waits,
      token: params.id,
      format: format === null ? null : parseBatchFormat(format),
      canMakeMp3: canMakeMp3(),
    },
    { headers: batchHeaders },
  )
}

/**
 * Adds links, or queues one or all failed ones for another look-up; each counts for the visitor's
 * network. Also marks a post that was passed to the device's share sheet.
 */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  requireBatches()
  const batch = await readBatch(params.id)
  const form = await request.formData()
  const path = localPath(`/batch/${params.id}`, pageLanguage(params.lang), defaultLanguage())
  const typed = form.get('links')
  if (batch !== null && typeof typed === 'string') {
    const asker = await countedRequest(request, url, context)
    const added = await addToBatch(batch, typed, asker)
    if (added.ok) return redirect(path + url.search, { status: 303, headers: batchHeaders })
    const { problem, status, headers } = added
    const refused = { problem, typed: typed.slice(0, typedLimit) }
    return data({ wait: null, refused }, { status, headers })
  }
  const shared = form.get('shared')
  if (batch !== null && typeof shared === 'string') await markSaved(params.id, [shared], 'shared')
  const asked = form.get('retry')
  const rows = batch?.rows.filter(
    (row) =>
      row.state === 'refused' &&
      row.problem.canRetry &&
      (asked === 'all' || String(row.id) === asked),
  )
  let wait: number | null = null
  for (const { id } of rows ?? []) {
    wait = await takeRequest(context.get(requestContext).clientAddress)
    if (batch === null || wait !== null) break
    await retryLink(batch.id, id, await countedRequest(request, url, context))
  }
  if (wait !== null) {
    const headers = { ...batchHeaders, 'Retry-After': String(wait) }
    return data({ wait, refused: null }, { status: 429, headers })
  }
  return redirect(path + url.search, { status: 303, headers: batchHeaders })
}

export { headers } from '#app/http/page-headers.ts'

export default function BatchLinks({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData === null) return <BatchGone />
  return (
    <BatchPage
      {...loaderData}
      retryWait={actionData?.wait ?? null}
      refused={actionData?.refused ?? null}
    />
  )
}
