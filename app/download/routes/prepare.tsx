import { data } from 'react-router'
import { deviceOf } from '#app/download/device.ts'
import { offer } from '#app/download/offers.server.ts'
import { problemAnswer } from '#app/download/save-problem.server.ts'
import { CountdownRing } from '#app/download/ui/later/countdown-ring.tsx'
import { SaveLink, ShareWays } from '#app/download/ui/later/save-ways.tsx'
import { offerTexts, sharesFile, withChosenImages } from '#app/download/ui/offers.ts'
import { SaveProblemPage } from '#app/download/ui/save-problem-page.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { isPostBlocked } from '#app/posts/blocking.server.ts'
import { parseImageChoice, parseSaveFormat } from '#app/posts/save-format.ts'
import { checkLink } from '#app/secrets/signed-link.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { link } from '#app/ui/link.ts'
import { AdSlot } from '#app/ui/site/ad-slot.tsx'
import type { Route } from './+types/prepare'

/** The countdown without JavaScript: the page reloads itself when it is ready. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  const { postId } = params
  const format = parseSaveFormat(params.format)
  const images = parseImageChoice(url.searchParams)
  const check = format === null ? 'invalid' : checkLink('prepare', postId, format, url.searchParams)
  if (format === null || images === null || check !== 'valid') {
    const { problem, ...init } = problemAnswer({
      kind: 'link',
      check: check === 'expired' ? 'expired' : 'invalid',
    })
    return data({ problem, postId }, init)
  }
  if (await isPostBlocked(postId)) {
    const { problem, ...init } = problemAnswer({ kind: 'lookup', problem: { kind: 'removed' } })
    return data({ problem, postId }, init)
  }
  const { countdownSeconds } = settings()
  const device = deviceOf(request.headers.get('user-agent'))
  const chosen = withChosenImages(offer(postId, format), images)
  const ready = url.searchParams.has('ready') || countdownSeconds === 0
  const shares = sharesFile(chosen, device)
  return data(
    {
      problem: null,
      ready,
      countdownSeconds,
      refresh: refreshOf(url, ready, countdownSeconds, shares ? null : chosen.saveHref),
      offer: chosen,
      shares,
    },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}

/** Where and when the page reloads itself; null if the visitor has to press a button. */
function refreshOf(url: URL, ready: boolean, seconds: number, saveHref: string | null) {
  if (ready) return seconds === 0 && saveHref !== null ? `0;url=${saveHref}` : null
  const next = new URLSearchParams(url.searchParams)
  next.set('ready', '')
  return `${seconds};url=${url.pathname}?${next}`
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function Prepare({ loaderData }: Route.ComponentProps) {
  const { t, language, localPath } = useI18n()
  if (loaderData.problem !== null) return <SaveProblemPage {...loaderData} />
  const { ready, refresh, offer, shares, countdownSeconds } = loaderData
  const { name, details } = offerTexts(offer, t, language)
  const title = ready ? t.prepare.ready : t.prepare.title
  return (
    <div className="wrap-narrow py-14 md:py-20 xl:py-28">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      {refresh !== null && <meta httpEquiv="refresh" content={refresh} />}
      <h1 className="display text-4xl">{title}</h1>
      <p className="text-lg text-pretty text-muted mt-3">{[name, ...details].join(' · ')}</p>
      <div className="cut mt-8 p-6 md:p-8">
        {!ready ? (
          <CountdownRing left={countdownSeconds} seconds={countdownSeconds} byItself />
        ) : shares ? (
          <ShareWays offer={offer} />
        ) : (
          <SaveLink href={localPath(offer.saveHref)} />
        )}
      </div>
      <AdSlot place="dialog" />
      <p className="mt-6">
        <a className={link} href={localPath('/')}>
          {t.prepare.back}
        </a>
      </p>
    </div>
  )
}
