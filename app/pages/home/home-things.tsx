import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import type { Thing } from '#app/ui/site/head/json-ld.ts'
import { JsonLd, usePageAddress } from '#app/ui/site/head/seo.tsx'
import { useQuestions } from './faq.tsx'

/** Structured data of the site, the tool and its questions. */
export function HomeThings() {
  const { t, language } = useDocumentI18n()
  const questions = useQuestions()
  const { siteName: name, canonical: url, socialCard } = usePageAddress()
  const { features } = t.homeSections
  const things: Thing[] = [
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
  return <JsonLd things={things} />
}
