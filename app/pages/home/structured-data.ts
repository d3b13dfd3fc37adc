import { useI18n } from '#app/i18n/use-i18n.ts'
import { faqPage, type Thing, webApplication, webSite } from '#app/ui/site/head/json-ld.ts'
import { usePageAddress } from '#app/ui/site/head/seo.tsx'

/** The site, the tool and its questions, as search engines want to read them. */
export function useHomeThings(): Thing[] {
  const { t, language } = useI18n()
  const { siteName: name, canonical, socialCard } = usePageAddress()
  // A constant of the build: browsers load nothing of what follows.
  if (!import.meta.env.SSR) return []
  const { features, faq } = t.home
  return [
    webSite({ name, url: canonical, language }),
    webApplication({
      name,
      url: canonical,
      description: t.home.description,
      language,
      image: socialCard,
      features: [
        features.watermarkTitle,
        features.hdTitle,
        features.mp3Title,
        features.slideshowTitle,
        features.registrationTitle,
      ],
    }),
    faqPage(faq.items, { url: canonical, language }),
  ]
}
