import { data, type RouterContextProvider } from 'react-router'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { countedRequest } from '#app/middleware/page-view.server.ts'
import { AdSlot } from '#app/ui/ad-slot.tsx'
import { lookUpForVisitor, type Visitor } from '#app/ui/downloader/look-up.server.ts'
import { lookUpInBrowser } from '#app/ui/downloader/look-up-in-browser.ts'
import type { PageHandle } from '#app/ui/page-scripts.tsx'
import { Seo } from '#app/ui/seo.tsx'
import type { Route } from './+types/home'
import { Faq } from './faq.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { useHomeThings } from './structured-data.ts'

export const handle: PageHandle = { hydration: true }

/** `/?url=…` and `/?text=…` look a link up, so that other apps can share into the site. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const shared = sharedLink(url.searchParams)
  if (shared === null || request.method === 'HEAD') return { lookup: null }
  const { lookup, init } = await lookUpForVisitor(shared, await visitorOf(request, url, context))
  return data({ lookup }, init)
}

/** What an app shared, null without any. Android's share menu puts links into the text. */
function sharedLink(query: URLSearchParams): string | null {
  const url = query.get('url')
  // An empty `url` and nothing else is an empty form, which is told so.
  return url || query.get('text') || url
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = form.get('url')
  const { lookup, init } = await lookUpForVisitor(
    typeof typed === 'string' ? typed : '',
    await visitorOf(request, url, context),
  )
  return data({ lookup }, init)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const typed = (await request.clone().formData()).get('url')
  return lookUpInBrowser(typeof typed === 'string' ? typed : '', serverAction)
}

/** A look-up changes nothing that the page says. */
export const shouldRevalidate = () => false

async function visitorOf(
  request: Request,
  url: URL,
  context: Readonly<RouterContextProvider>,
): Promise<Visitor> {
  const counted = await countedRequest(request, url, context)
  return { counted, signal: request.signal }
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders
}

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n()
  return (
    <>
      <Seo title={t.home.title} description={t.home.description} things={useHomeThings()} />
      <Hero answer={actionData?.lookup ?? loaderData.lookup} />
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
