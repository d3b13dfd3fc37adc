import { Downloader } from '#app/download/ui/downloader.tsx'
import type { Lookup } from '#app/download/ui/use-lookup.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { HeroArt } from './hero-art.tsx'

/** What the site does in one breath, and the form that does it. */
export function Hero({ lookup }: { lookup: Lookup }) {
  const { t } = useI18n()
  return (
    <section className="hero">
      <div className="wrap hero-grid">
        <div className="min-w-0">
          <h1 className="display hero-headline">
            {t.home.headline.map((line) => (
              <span key={line}>{line} </span>
            ))}
          </h1>
          <p className="lead hero-lead">{t.home.lead}</p>
          <Downloader lookup={lookup} hero />
        </div>
        <HeroArt busy={lookup.busy} post={lookup.found?.post ?? null} />
      </div>
    </section>
  )
}
