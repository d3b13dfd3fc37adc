import { data, redirect } from 'react-router'
import { countedRequest } from '#app/analytics/middleware/page-view.server.ts'
import {
  batchHeaders,
  requireBatches,
  startBatch,
  typedLimit,
} from '#app/download/batch/start-batch.server.ts'
import { BatchForm } from '#app/download/batch/ui/batch-form.tsx'
import { useBatchI18n } from '#app/download/batch/ui/use-batch-i18n.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'
import { Seo } from '#app/ui/site/head/seo.tsx'
import type { PageHandle } from '#app/ui/site/page-scripts.tsx'
import { UnsentScript } from '#app/ui/site/unsent-script.tsx'
import type { Route } from './+types/batch'

export const handle: PageHandle = { hydration: true }

export function loader() {
  requireBatches()
  return null
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  requireBatches()
  const form = await request.formData()
  // Without a script the downloader's form sends several links on.
  const typed = form.get('links') ?? form.get('url')
  const text = typeof typed === 'string' ? typed : ''
  const asker = await countedRequest(request, url, context)
  const started = await startBatch(text, asker)
  if (!started.ok) {
    const { problem, status, headers } = started
    return data({ problem, typed: text.slice(0, typedLimit) }, { status, headers })
  }
  const path = localPath(`/batch/${started.token}`, pageLanguage(params.lang), defaultLanguage())
  return redirect(path, { status: 303, headers: batchHeaders })
}

/** The page doesn't depend on what is sent. */
export const shouldRevalidate = () => false

export { headers } from '#app/http/page-headers.ts'

export default function BatchStart({ actionData }: Route.ComponentProps) {
  const { t } = useBatchI18n()
  return (
    <div className="wrap-narrow pt-8 pb-6 md:pt-12 lg:pt-16 lg:pb-10">
      <Seo
        title={t.batch.title}
        description={t.batch.description}
        refused={actionData !== undefined}
      />
      <h1 className="display text-4xl">{t.batch.heading}</h1>
      <p className="text-lg text-pretty text-muted mt-4 mb-8">{t.batch.lead}</p>
      <UnsentScript />
      <BatchForm refused={actionData ?? null} />
    </div>
  )
}
