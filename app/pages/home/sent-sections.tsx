import { useSentHtml } from '#app/ui/site/use-sent-html.ts'
import { Faq } from './faq.tsx'
import { Features } from './features.tsx'
import { HomeThings } from './home-things.tsx'
import { HowItWorks } from './how-it-works.tsx'

const props = { id: 'home-sections', className: 'contents' }

/** The sections below the downloader, rendered by the server alone: nothing in them changes. */
export function SentSections() {
  const html = useSentHtml(props.id)
  if (import.meta.env.SSR) {
    return (
      <div {...props}>
        <HowItWorks />
        <Features />
        <Faq />
        <HomeThings />
      </div>
    )
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has rendered it
  return <div {...props} dangerouslySetInnerHTML={{ __html: html }} />
}
