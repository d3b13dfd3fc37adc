import { data } from 'react-router'
import { readBatch } from '#app/download/batch/batch.server.ts'
import { batchFormats, parseRowFormats, rowFormatQuery } from '#app/download/batch/format.ts'
import { batchHeaders, requireBatches } from '#app/download/batch/start-batch.server.ts'
import { BatchGone } from '#app/download/batch/ui/batch-gone.tsx'
import { useBatchI18n } from '#app/download/batch/ui/use-batch-i18n.ts'
import { ZipHead } from '#app/download/batch/ui/zip-head.tsx'
import { waitFor, zipHref } from '#app/download/batch/view.server.ts'
import { pageCountdown } from '#app/download/save/countdown.server.ts'
import { PreparePage } from '#app/download/ui/later/prepare-page.tsx'
import { requestContext } from '#app/http/request-context.server.ts'
import type { PublicPath } from '#app/i18n/public-path.ts'
import type { Route } from './+types/prepare'

/** The countdown before a batch's ZIP, without JavaScript. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireBatches()
  const { id } = params
  const format = batchFormats.find((one) => one === params.format)
  const batch = format === undefined ? null : await readBatch(id)
  const clips = batch?.rows.filter(({ state }) => state === 'ready').length ?? 0
  if (batch === null || format === undefined || clips === 0) {
    return data(null, { status: 404, headers: batchHeaders })
  }
  const { clientAddress } = context.get(requestContext)
  const { ready, seconds, refresh } = pageCountdown(url, clientAddress, waitFor(id))
  const own = parseRowFormats(url.searchParams, batch.rows)
  const saveHref = zipHref(id, format, own)
  const back: PublicPath = `/batch/${id}?format=${format}${rowFormatQuery(own)}`
  return data(
    { clips, ready, seconds, refresh: refresh(saveHref), saveHref, back },
    { headers: batchHeaders },
  )
}

export { headers } from '#app/http/page-headers.ts'

export default function PrepareZip({ loaderData }: Route.ComponentProps) {
  const { t, localPath } = useBatchI18n()
  if (loaderData === null) return <BatchGone />
  const { clips, saveHref, back, ...countdown } = loaderData
  return (
    <PreparePage
      {...countdown}
      saveHref={localPath(saveHref)}
      cover={null}
      head={() => <ZipHead clips={clips} />}
      back={{ href: localPath(back), text: t.batch.back }}
    />
  )
}
