import { lookUpInBrowser, openResult, showsOther } from '#app/download/ui/look-up-in-browser.ts'
import { useResultTitle } from '#app/download/ui/result-title.ts'
import { useLookup } from '#app/download/ui/use-lookup.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { loadLookUp, lookUpForm } from '#app/pages/visitor-lookup.server.ts'
import { AdSlot } from '#app/ui/site/ad-slot.tsx'
import type { Thing } from '#app/ui/site/head/json-ld.ts'
import { Seo, usePageAddress } from '#app/ui/site/head/seo.tsx'
import type { PageHandle } from '#app/ui/site/page-scripts.tsx'
import type { Route } from './+types/home'
import { Faq, useQuestions } from './faq.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'

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
      <Seo title={title} description={t.home.description} things={useHomeThings()} />
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

/** Structured data of the site, the tool and its questions. */
function useHomeThings(): Thing[] {
  const { t, language } = useI18n()
  const questions = useQuestions()
  const { siteName: name, canonical: url, socialCard } = usePageAddress()
  // A build constant: browsers don't load the rest.
  if (!import.meta.env.SSR) return []
  const { features } = t.home
  return [
    { '@type': 'WebSite', '@id': `${url}#website`, name, url, inLanguage: language },
    {
      '@type': 'WebApplication',
      '@id': `${url}#app`,
      name,
      url,
      description: t.home.description,
      inLanguage: language,
      image: socialCard,
      applicationCategory: 'MultimediaApplication',
      operatingSystem: 'Any',
      browserRequirements: 'Any web browser; JavaScript is optional',
      isAccessibleForFree: true,
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
      featureList: [
        features.watermarkTitle,
        features.hdTitle,
        features.mp3Title,
        features.slideshowTitle,
        features.registrationTitle,
      ],
    },
    {
      '@type': 'FAQPage',
      '@id': `${url}#faq`,
      inLanguage: language,
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ]
}
