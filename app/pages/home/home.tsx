import { lookUpInBrowser, openResult, showsOther } from '#app/download/ui/look-up-in-browser.ts'
import { useLookup } from '#app/download/ui/use-lookup.ts'
import { loadLookUp, lookUpForm, lookUpHeaders } from '#app/download/ui/visitor-lookup.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { AdSlot } from '#app/ui/site/ad-slot.tsx'
import { Seo } from '#app/ui/site/head/seo.tsx'
import type { PageHandle } from '#app/ui/site/page-scripts.tsx'
import type { Route } from './+types/home'
import { Faq } from './faq.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { useHomeThings } from './structured-data.ts'

export const handle: PageHandle = { hydration: true }

export const loader = (args: Route.LoaderArgs) => loadLookUp(args)

export const action = (args: Route.ActionArgs) => lookUpForm(args)

export const headers = (args: Route.HeadersArgs) => lookUpHeaders(args)

export const clientLoader = ({ url, serverLoader }: Route.ClientLoaderArgs) =>
  openResult(url, serverLoader)

export const clientAction = ({ request, url, serverAction }: Route.ClientActionArgs) =>
  lookUpInBrowser(request, url, serverAction)

export const shouldRevalidate = showsOther

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  const lookup = useLookup(actionData?.lookup ?? loaderData.lookup)
  return (
    <>
      <Seo title={t.home.title} description={t.home.description} things={useHomeThings()} />
      <Hero lookup={lookup} />
      <div className="wrap">
        <AdSlot place="banner" />
      </div>
      <HowItWorks />
      <Features />
      <Faq />
      <div className="wrap">
        <AdSlot place="content" />
      </div>
    </>
  )
}
