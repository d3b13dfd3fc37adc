import { data } from 'react-router'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { isPostBlocked } from '#app/models/moderation.server.ts'
import { problemAnswer } from '#app/models/save-problem.server.ts'
import { checkLink } from '#app/services/signed-link.server.ts'
import { AdSlot } from '#app/ui/ad-slot.tsx'
import { Countdown, countdownSeconds, ReadyActions } from '#app/ui/downloader/download-dialog.tsx'
import { offer } from '#app/ui/downloader/post-view.server.ts'
import { SaveProblemPage } from '#app/ui/downloader/save-problem-page.tsx'
import { deviceOf } from '#app/utils/device.ts'
import { parseSaveFormat } from '#app/utils/save-format.ts'
import type { Route } from './+types/prepare'

/** The countdown without JavaScript: the page leads itself on to its ready state. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  const { postId } = params
  const format = parseSaveFormat(params.format)
  const check = format === null ? 'invalid' : checkLink('prepare', postId, format, url.searchParams)
  if (format === null || check !== 'valid') {
    const { problem, ...init } = problemAnswer({
      kind: 'link',
      check: check === 'expired' ? 'expired' : 'invalid',
    })
    return data({ ready: false as const, problem, postId }, init)
  }
  if (await isPostBlocked(postId)) {
    const { problem, ...init } = problemAnswer({ kind: 'lookup', problem: { kind: 'removed' } })
    return data({ ready: false as const, problem, postId }, init)
  }
  const ready = url.searchParams.has('ready')
  const next = new URLSearchParams(url.searchParams)
  next.set('ready', '')
  return data(
    {
      problem: null,
      ready,
      refresh: ready ? null : `${countdownSeconds};url=${url.pathname}?${next}`,
      offer: offer(postId, format, null),
      device: deviceOf(request.headers.get('user-agent')),
    },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function Prepare({ loaderData }: Route.ComponentProps) {
  const { t, localPath } = useI18n()
  if (loaderData.problem !== null) return <SaveProblemPage {...loaderData} />
  const { ready, refresh, offer, device } = loaderData
  return (
    <div className="wrap-narrow section">
      <title>{t.prepare.title}</title>
      <meta name="robots" content="noindex" />
      {refresh !== null && <meta httpEquiv="refresh" content={refresh} />}
      <h1 className="display text-4xl">{t.prepare.title}</h1>
      <div className="cut prepare">
        {ready ? (
          <ReadyActions offer={offer} device={device} />
        ) : (
          <Countdown seconds={countdownSeconds} />
        )}
      </div>
      <AdSlot place="dialog" />
      <a className="link" href={localPath('/')}>
        {t.prepare.back}
      </a>
    </div>
  )
}
