import { Downloader } from '#app/download/ui/downloader.tsx'
import { lookUpInBrowser, openResult, showsOther } from '#app/download/ui/look-up-in-browser.ts'
import { useLookup } from '#app/download/ui/use-lookup.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { loadLookUp, lookUpForm } from '#app/pages/visitor-lookup.server.ts'
import type { Route } from './+types/look-up'

export const loader = (args: Route.LoaderArgs) => loadLookUp(args)

export const action = (args: Route.ActionArgs) => lookUpForm(args)

export { headers } from '#app/http/page-headers.ts'

export const clientLoader = ({ url, serverLoader }: Route.ClientLoaderArgs) =>
  openResult(url, serverLoader)

export const clientAction = ({ request, url, serverAction }: Route.ClientActionArgs) =>
  lookUpInBrowser(request, url, serverAction)

export const shouldRevalidate = showsOther

/** The downloader on a page whose text is a document: see downloader-page.tsx. */
export default function LookUp({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const lookup = useLookup(actionData?.lookup ?? loaderData.lookup)
  return (
    <section className="my-8" aria-label={t.pages.downloader}>
      <Downloader lookup={lookup} />
    </section>
  )
}
