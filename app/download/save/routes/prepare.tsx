import { data } from 'react-router'
import { isBatchToken } from '#app/download/batch/batch.server.ts'
import { inBatch } from '#app/download/batch/view.server.ts'
import { isAtHand, postForSave } from '#app/download/lookup/lookup.server.ts'
import { type Offer, offer, type PostView, viewOf } from '#app/download/lookup/offers.server.ts'
import { postFacts } from '#app/download/lookup/post-facts.server.ts'
import { resultAddress } from '#app/download/lookup/result-address.ts'
import { pageCountdown } from '#app/download/save/countdown.server.ts'
import type { DeliveryProblem } from '#app/download/save/delivery.server.ts'
import { problemAnswer } from '#app/download/save/save-problem.server.ts'
import { DialogClip } from '#app/download/ui/later/dialog-clip.tsx'
import { withOfferedPart } from '#app/download/ui/later/offered-part.ts'
import { smallCover, withChosenImages, withMp3Rate } from '#app/download/ui/later/offers.ts'
import { OtherFormats } from '#app/download/ui/later/other-formats.tsx'
import { PartForm } from '#app/download/ui/later/part-form.tsx'
import { partText } from '#app/download/ui/later/part-text.ts'
import { PreparePage } from '#app/download/ui/later/prepare-page.tsx'
import { fileToShare, OtherWays } from '#app/download/ui/later/save-ways.tsx'
import { guessesShare } from '#app/download/ui/later/saves-by-share.ts'
import { SaveProblemPage } from '#app/download/ui/save-problem-page.tsx'
import { widestNetworkOf } from '#app/http/ip-address.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { isPostBlocked } from '#app/posts/blocking.server.ts'
import { parseMp3Rate } from '#app/posts/mp3-rate.ts'
import { latestEndMs, readPart } from '#app/posts/read-part.ts'
import { parseImageChoice, parseSaveFormat, splitFormat } from '#app/posts/save-format.ts'
import { savesPart, withPart } from '#app/posts/save-part.ts'
import { checkLink } from '#app/secrets/signed-link.server.ts'
import { pathLanguage } from '#app/settings/site-language.server.ts'
import type { Route } from './+types/prepare'

/**
 * The countdown without JavaScript: the page reloads itself when it is ready. `batch` is the batch
 * that it leads back to.
 */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const { postId } = params
  const format = parseSaveFormat(params.format)
  const images = parseImageChoice(url.searchParams)
  const kbps = parseMp3Rate(url.searchParams)
  const check = format === null ? 'invalid' : checkLink('prepare', postId, format, url.searchParams)
  const refuse = (cause: DeliveryProblem) => {
    const { problem, ...init } = problemAnswer(cause)
    return data({ problem, postId }, init)
  }
  const isForged = check !== 'valid' || kbps === 'invalid'
  if (isForged || format === null || images === null) {
    return refuse({ kind: 'link', check })
  }
  if (await isPostBlocked(postId)) {
    return refuse({ kind: 'lookup', problem: { kind: 'removed' } })
  }
  const { clientAddress } = context.get(requestContext)
  const { ready, seconds, refresh } = pageCountdown(url, clientAddress, postId)
  const asked = url.searchParams.get('batch') ?? ''
  const batch = isBatchToken(asked) ? asked : null
  const { plain, item } = splitFormat(format)
  const found = await postAtHand(postId, item, clientAddress, request.signal)
  const endMs = latestEndMs(found?.durationSeconds ?? null)
  // A batch saves whole clips.
  const cuts = savesPart(format) && batch === null
  const query = cuts ? url.searchParams : new URLSearchParams()
  const { part = null, errors } = readPart(query, endMs)
  const times = part === null ? '' : partText(part, pathLanguage(url.pathname))
  const asChosen = (one: Offer) => withMp3Rate(withOfferedPart(one, part, times), kbps)
  const placed = (one: Offer) => (batch === null ? asChosen(one) : inBatch(asChosen(one), batch))
  const post = found === null ? null : { ...found, formats: found.formats.map(placed) }
  const listed = post?.formats.find((offered) => offered.format === format)
  const chosen = withChosenImages(listed ?? placed(offer(postId, format)), images)
  const shares = guessesShare(chosen.format, request.headers.get('user-agent'))
  return data(
    {
      problem: null,
      postId,
      item,
      batch,
      post,
      ready,
      seconds,
      refresh: errors === undefined ? refresh(shares ? null : chosen.saveHref) : null,
      part,
      errors,
      partForm:
        cuts && (plain !== 'mp3' || found?.kind === 'video')
          ? {
              action: url.pathname,
              kept: [...query].filter(([name]) => ['e', 's', 'kbps'].includes(name)),
              asked: { from: query.get('from') ?? '', to: query.get('to') ?? '' },
            }
          : null,
      offer: chosen,
      images,
      shares,
    },
    { status: errors === undefined ? 200 : 400, headers: { 'Cache-Control': 'no-store' } },
  )
}

/** Returns null if the post's look-up isn't kept, since the page starts none. */
async function postAtHand(
  postId: string,
  item: number,
  address: string,
  signal: AbortSignal,
): Promise<PostView | null> {
  if (!(await isAtHand(postId))) return null
  const outcome = await postForSave(postId, signal, { network: widestNetworkOf(address) })
  return outcome.ok ? viewOf(postFacts(outcome.post), address, { withImages: false, item }) : null
}

export { headers } from '#app/http/page-headers.ts'

export default function Prepare({ loaderData }: Route.ComponentProps) {
  const { t, localPath } = useDocumentI18n()
  if (loaderData.problem !== null) return <SaveProblemPage {...loaderData} />
  const { postId, item, batch, post, offer, images, shares, part, errors, partForm, ...countdown } =
    loaderData
  const clip = post ?? { kind: 'video' as const, coverHref: null, title: '', isSensitive: false }
  return (
    <PreparePage
      {...countdown}
      saveHref={localPath(offer.saveHref)}
      cover={smallCover(clip)}
      head={(ring) => <DialogClip post={clip} offer={offer} chosen={images} ring={ring} />}
      shareWays={shares ? <OtherWays file={fileToShare(offer, localPath)} /> : null}
      refused={errors !== undefined}
      part={partForm !== null && <PartForm {...partForm} errors={errors ?? {}} />}
      others={
        post !== null && (
          <OtherFormats
            post={post}
            format={offer.format}
            row={({ prepareHref }, className, content) => (
              <a className={className} href={localPath(prepareHref)}>
                {content}
              </a>
            )}
          />
        )
      }
      back={
        batch === null
          ? {
              href: `${withPart(resultAddress(localPath('/'), postId, item), part)}#downloader`,
              text: t.prepare.backToClip,
            }
          : { href: localPath(`/batch/${batch}`), text: t.batch.back }
      }
    />
  )
}
