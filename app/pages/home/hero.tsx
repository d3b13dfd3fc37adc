import { Downloader } from '#app/download/ui/downloader.tsx'
import type { Lookup } from '#app/download/ui/use-lookup.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { HeroArt } from './hero-art.tsx'

export function Hero({ lookup }: { lookup: Lookup }) {
  const { t } = useI18n()
  const answered = lookup.busy || lookup.found !== null
  return (
    <section className="-mt-15 overflow-clip pt-15 lg:-mt-18 lg:pt-18">
      <div className="wrap grid items-start gap-8 pt-4 pb-9 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-12 lg:pt-14 lg:pb-20">
        <div className="min-w-0">
          {/* With a result, the margin lets it scroll under the header as a whole. */}
          <h1 className={`display ${answered ? 'mb-6 text-3xl' : 'text-5xl'}`}>
            {t.home.headline.map((line) => (
              <span key={line} className={answered ? undefined : 'block'}>
                {`${line} `}
              </span>
            ))}
          </h1>
          {!answered && (
            <p className="mt-3 mb-4 max-w-xl text-lg text-pretty text-muted lg:mt-6 lg:mb-8">
              {t.home.lead}
            </p>
          )}
          <Downloader lookup={lookup} hero />
        </div>
        <HeroArt busy={lookup.busy} post={lookup.found?.post ?? null} />
      </div>
    </section>
  )
}
