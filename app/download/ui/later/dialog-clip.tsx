import type { Offer, PostView } from '#app/download/lookup/offers.server.ts'
import { Details } from '#app/download/ui/details.tsx'
import { offerTexts, smallCover } from '#app/download/ui/later/offers.ts'
import { SmallCover } from '#app/download/ui/small-cover.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'

export function DialogClip({
  post,
  offer,
  chosen,
  ring,
}: {
  post: Pick<PostView, 'kind' | 'coverHref' | 'title' | 'isSensitive'>
  offer: Offer
  /** Numbers of the images in a ZIP. Empty for all. */
  chosen?: readonly number[]
  ring?: React.ReactNode
}) {
  const { t, language } = useI18n()
  const { name, details } = offerTexts(offer, t, language, chosen)
  return <DialogHead post={post} parts={[name, ...details]} ring={ring} />
}

/** `parts` are the file's name and details. */
export function DialogHead({
  post,
  parts,
  ring = null,
}: {
  post: Pick<PostView, 'kind' | 'coverHref' | 'title' | 'isSensitive'>
  parts: readonly string[]
  /** Takes the small cover's place. */
  ring?: React.ReactNode
}) {
  const { t } = useI18n()
  return (
    <div className="flex items-center gap-4">
      {ring ?? <SmallCover kind={post.kind} src={smallCover(post)} />}
      <div className="min-w-0">
        <p className="line-clamp-2 leading-snug font-bold wrap-anywhere" dir="auto">
          {post.title === '' ? t.result.untitled : post.title}
        </p>
        <p className="text-sm text-muted">
          <Details parts={parts} />
        </p>
      </div>
    </div>
  )
}
