import { CountdownRing, CountdownText, FullRing } from '#app/download/ui/later/countdown-ring.tsx'
import { SaveLink } from '#app/download/ui/later/save-ways.tsx'
import { useLateTexts } from '#app/i18n/late/late-texts.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { link } from '#app/ui/link.ts'
import { AdSlot } from '#app/ui/site/ad-slot.tsx'
import { PageTitle } from '#app/ui/site/head/page-title.tsx'

/** The countdown page for visitors without JavaScript. It reloads itself when it ends. */
export function PreparePage({
  ready,
  seconds,
  refresh,
  saveHref,
  cover,
  head,
  shareWays = null,
  others = null,
  part = null,
  refused = false,
  back,
}: {
  ready: boolean
  seconds: number
  /** Content of the refresh meta tag, or null if the visitor has to press a button. */
  refresh: string | null
  saveHref: string
  /** Becomes the countdown's ring. Null for a round ring below the head. */
  cover: string | null
  head: (ring: React.ReactNode) => React.ReactNode
  /** Ways to save where the browser's downloads don't work. */
  shareWays?: React.ReactNode
  others?: React.ReactNode
  /** The form for a part of the clip. */
  part?: React.ReactNode
  /** True if the part's times are wrong. Nothing is counted down then. */
  refused?: boolean
  back: { href: string; text: string }
}) {
  const { t, language } = useI18n()
  const texts = useLateTexts(language).part
  const ring = ready ? (
    <FullRing cover={cover} />
  ) : (
    <CountdownRing left={seconds} seconds={seconds} byItself cover={cover} />
  )
  const title = refused ? texts.title : ready ? t.prepare.ready : t.prepare.title
  return (
    <div className="wrap-narrow py-14 md:py-20 xl:py-28">
      <PageTitle title={title} refused={refused} />
      <meta name="robots" content="noindex" />
      {refresh !== null && <meta httpEquiv="refresh" content={refresh} />}
      <h1 className="display text-4xl">{title}</h1>
      <div className="cut mt-8 p-6 md:p-8">
        {head(cover === null || refused ? null : ring)}
        {refused ? (
          <div className="mt-6">{part}</div>
        ) : (
          <div className="@container mt-6 grid justify-items-center gap-4 rounded-lg bg-sunken p-6 text-center">
            {ready ? (
              (shareWays ?? (
                <>
                  {cover === null && ring}
                  <SaveLink href={saveHref} />
                </>
              ))
            ) : (
              <>
                {cover === null && ring}
                <CountdownText left={seconds} />
              </>
            )}
            {ready && others}
          </div>
        )}
        {/* A page that reloads itself would lose what is typed. */}
        {ready && !refused && part !== null && part !== false && (
          <details className="mt-3 print:hidden">
            <summary
              className={`${link} no-marker inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold`}
            >
              {texts.title}
            </summary>
            {part}
          </details>
        )}
      </div>
      <AdSlot place="dialog" />
      <p className="mt-6">
        <a className={`${link} inline-flex min-h-11 items-center`} href={back.href}>
          {back.text}
        </a>
      </p>
    </div>
  )
}
