import { data } from 'react-router'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { Downloader } from '#app/ui/downloader/downloader.tsx'
import { lookUpForVisitor } from '#app/ui/downloader/look-up.server.ts'
import type { Route } from './+types/home'

/** `/?url=…` looks the link up, so that other apps can share into the site. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const shared = url.searchParams.get('url')
  if (shared === null || request.method === 'HEAD') return { lookup: null }
  const { lookup, init } = await lookUpForVisitor(shared, request, context)
  return data({ lookup }, init)
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = form.get('url')
  const { lookup, init } = await lookUpForVisitor(
    typeof typed === 'string' ? typed : '',
    request,
    context,
  )
  return data({ lookup }, init)
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders
}

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const lookup = actionData?.lookup ?? loaderData.lookup
  return (
    <>
      <title>{t.downloader.heading}</title>
      <section className="px-5 pt-24 pb-16">
        <div className="mx-auto max-w-3xl">
          <h1 className="display text-4xl">{t.downloader.heading}</h1>
          <p className="mt-4 text-lg text-muted">{t.downloader.lead}</p>
          <Downloader lookup={lookup} />
        </div>
      </section>
    </>
  )
}
