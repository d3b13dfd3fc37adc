import { lookUpInBrowser, openResult, showsOther } from '#app/download/ui/look-up-in-browser.ts'
import { useResultTitle } from '#app/download/ui/result-title.ts'
import { useLookup } from '#app/download/ui/use-lookup.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { loadLookUp, lookUpForm } from '#app/pages/visitor-lookup.server.ts'
import { AdSlot } from '#app/ui/site/ad-slot.tsx'
import { Seo } from '#app/ui/site/head/seo.tsx'
import type { PageHandle } from '#app/ui/site/page-scripts.tsx'
import type { Route } from './+types/home'
import { Hero } from './hero.tsx'
import { SentSections } from './sent-sections.tsx'

export const handle: PageHandle = { hydration: true }

export const loader = (args: Route.LoaderArgs) => loadLookUp(args)

export const action = (args: Route.ActionArgs) => lookUpForm(args)

export { headers } from '#app/http/page-headers.ts'

export const clientLoader = ({ url, serverLoader }: Route.ClientLoaderArgs) =>
  openResult(url, serverLoader)

export const clientAction = ({ request, url, serverAction }: Route.ClientActionArgs) =>
  lookUpInBrowser(request, url, serverAction)

export const shouldRevalidate = showsOther

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const title = useResultTitle() ?? t.home.title
  const lookup = useLookup(actionData?.lookup ?? loaderData.lookup)
  return (
    <>
      <Seo
        title={title}
        description={t.home.description}
        refused={lookup.shown?.result.ok === false}
      />
      <Hero lookup={lookup} />
      <div className="wrap">
        <AdSlot place="banner" />
      </div>
      <SentSections />
      <div className="wrap">
        <AdSlot place="content" />
      </div>
    </>
  )
}
