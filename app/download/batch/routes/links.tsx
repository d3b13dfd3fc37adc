import { data, redirect } from 'react-router'
import { countedRequest } from '#app/analytics/middleware/page-view.server.ts'
import { readBatch, retryLink } from '#app/download/batch/batch.server.ts'
import { parseBatchFormat } from '#app/download/batch/format.ts'
import { lookUpBatch, wakeLookups } from '#app/download/batch/lookups.server.ts'
import { BatchPage } from '#app/download/batch/ui/batch-page.tsx'
import { batchView } from '#app/download/batch/view.server.ts'
import { deviceOf } from '#app/download/device.ts'
import { canMakeMp3 } from '#app/download/extraction/sources.server.ts'
import { takeRequest } from '#app/download/visitor-limits.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'
import { button } from '#app/ui/button.ts'
import { MessagePage } from '#app/ui/site/messages/message-page.tsx'
import type { PageHandle } from '#app/ui/site/page-scripts.tsx'
import type { Route } from './+types/links'
import { batchHeaders, requireBatches } from './start-batch.server.ts'

export const handle: PageHandle = { hydration: true }

export async function loader({ request, params, url }: Route.LoaderArgs) {
  requireBatches()
  const batch = await readBatch(params.id)
  if (batch === null) return data(null, { status: 404, headers: batchHeaders })
  const waits = batch.rows.some(({ state }) => state === 'waiting' || state === 'looking')
  // An earlier process can have left some links.
  if (waits) wakeLookups()
  const format = url.searchParams.get('format')
  return data(
    {
      batch: batchView(batch, params.id),
      waits,
      token: params.id,
      format: format === null ? null : parseBatchFormat(format),
      canMakeMp3,
      device: deviceOf(request.headers.get('user-agent')),
    },
    { headers: batchHeaders },
  )
}

/** Queues a link for another look-up, which counts for the visitor's network. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  requireBatches()
  const batch = await readBatch(params.id)
  const wait = batch === null ? null : await takeRequest(context.get(requestContext).clientAddress)
  if (wait !== null) {
    const headers = { ...batchHeaders, 'Retry-After': String(wait) }
    return data({ wait }, { status: 429, headers })
  }
  const linkId = Number((await request.formData()).get('retry'))
  if (batch !== null && Number.isSafeInteger(linkId) && (await retryLink(batch.id, linkId))) {
    lookUpBatch(batch.id, await countedRequest(request, url, context))
  }
  const path = localPath(`/batch/${params.id}`, pageLanguage(params.lang), defaultLanguage())
  return redirect(path + url.search, { status: 303, headers: batchHeaders })
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders
}

export default function BatchLinks({ loaderData, actionData }: Route.ComponentProps) {
  const { t, localPath: local } = useI18n()
  if (loaderData === null) {
    return (
      <MessagePage title={t.batch.goneTitle} text={t.batch.gone}>
        <a className={button()} href={local('/batch')}>
          {t.batch.more}
        </a>
      </MessagePage>
    )
  }
  return <BatchPage {...loaderData} retryWait={actionData?.wait ?? null} />
}
