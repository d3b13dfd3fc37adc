import { platformStates } from '#app/download/extraction/platform-states.server.ts'
import { platformTitles } from '#app/download/platforms/platform-key.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { Seo } from '#app/ui/site/head/seo.tsx'
import { badge, card } from '#app/ui/surface.ts'
import type { Route } from './+types/supported'

export function loader() {
  return { platforms: platformStates() }
}

/** The platforms, what can be saved from each, and whether that works at the moment. */
export default function Supported({ loaderData: { platforms } }: Route.ComponentProps) {
  const { t, localPath } = useDocumentI18n()
  const { supported } = t
  return (
    <div className="wrap pt-8 pb-14 md:pt-12 md:pb-20 lg:pt-16">
      <Seo title={supported.title} description={supported.description} />
      <h1 className="display text-4xl">{supported.heading}</h1>
      <p className="text-lg text-pretty text-muted mt-4 max-w-2xl">{supported.lead}</p>
      <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3 mt-8">
        {platforms.map(({ platform, state }) => (
          <li key={platform} className={`${card} flex flex-col items-start gap-3`}>
            <h2 className="text-xl font-bold">{platformTitles[platform]}</h2>
            <p>{supported.platforms[platform]}</p>
            <p className={`${badge} ${looks[state]} mt-auto`}>{supported[state]}</p>
          </li>
        ))}
      </ul>
      <p className="mt-8 max-w-2xl">{supported.public}</p>
      <p className="mt-3 max-w-2xl text-sm text-muted">{supported.checked}</p>
      <a className={`${button()} mt-8`} href={localPath('/')}>
        {supported.start}
      </a>
    </div>
  )
}

const looks = {
  working: 'bg-mint text-ink',
  trouble: 'bg-ink text-paper',
  untried: 'bg-sunken',
  off: 'bg-sunken text-muted',
} as const
