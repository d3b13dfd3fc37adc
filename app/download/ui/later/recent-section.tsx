import { useState } from 'react'
import { resultAddress } from '#app/download/lookup/result-address.ts'
import { platformTitles, splitKey } from '#app/download/platforms/platform-key.ts'
import { recentName, recentOffName, remember } from '#app/download/ui/remembered.ts'
import { SmallCover } from '#app/download/ui/small-cover.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { imageIndex, type PlainFormat, plainFormat, splitFormat } from '#app/posts/save-format.ts'
import { link } from '#app/ui/link.ts'
import { parseRecent, type RecentSave } from './recent-list.ts'

const action = `${link} min-h-11 cursor-pointer text-sm`

export default function RecentSection({ kept, off }: { kept: string | null; off: boolean }) {
  const { t } = useI18n()
  const saves = parseRecent(kept)
  if (off) {
    return (
      <p className="mt-8 text-sm text-muted">
        {`${t.recent.off} `}
        <button type="button" className={action} onClick={() => remember(recentOffName, null)}>
          {t.recent.turnOn}
        </button>
      </p>
    )
  }
  if (saves.length === 0) return null
  return (
    <section className="mt-8" aria-labelledby="recent-title">
      <div className="flex flex-wrap items-center gap-x-5">
        <h2 id="recent-title" className="mr-auto text-base font-bold">
          {t.recent.title}
        </h2>
        <button type="button" className={action} onClick={() => remember(recentName, null)}>
          {t.recent.clear}
        </button>
        <button
          type="button"
          className={action}
          onClick={() => {
            remember(recentOffName, '1')
            remember(recentName, null)
          }}
        >
          {t.recent.turnOff}
        </button>
      </div>
      <p className="text-sm text-muted">{t.recent.note}</p>
      {/* Room for the first card's focus ring, without moving the card out of line. */}
      <ul className="-mx-1 mt-1.5 grid auto-cols-[6.5rem] grid-flow-col gap-3 overflow-x-auto px-1 pt-1 pb-3 [scroll-snap-type:x_proximity] [scrollbar-width:thin]">
        {saves.map((save) => (
          <RecentItem key={save.postId} save={save} />
        ))}
      </ul>
    </section>
  )
}

function RecentItem({ save }: { save: RecentSave }) {
  const { t, language, localPath } = useI18n()
  const when = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' })
  const { platform } = splitKey(save.postId)
  const { plain, item } = splitFormat(save.format)
  const format = imageIndex(plain) === null ? plain.toUpperCase() : 'JPG'
  return (
    <li className="min-w-0 snap-start">
      <a
        className="grid rounded-lg text-sm leading-snug hover:text-link"
        href={resultAddress(localPath('/'), save.postId, item)}
      >
        <RecentCover save={save} />
        <span className="mt-1 line-clamp-2 font-semibold wrap-anywhere" dir="auto">
          {save.title === '' ? t.result.untitled : save.title}
        </span>
        <span className="line-clamp-2 text-xs text-muted">
          {platform !== 'tiktok' && `${platformTitles[platform]} · `}
          {format} · {when.format(save.savedAt)}
          {save.author !== null && <bdi> · {save.author}</bdi>}
        </span>
      </a>
    </li>
  )
}

/** The cover while its link works, which is a few minutes. A drawing after that. */
function RecentCover({ save: { coverHref, format } }: { save: RecentSave }) {
  const [usable, setUsable] = useState(() => coverHref !== null && expiryOf(coverHref) > Date.now())
  return (
    <SmallCover
      className="h-36 w-full snip-6"
      kind={kindOf(plainFormat(format))}
      src={usable ? coverHref : null}
      onError={() => setUsable(false)}
    />
  )
}

function kindOf(format: PlainFormat): 'sound' | 'slideshow' | 'video' {
  if (format === 'mp3' || format === 'm4a') return 'sound'
  return format === 'zip' || imageIndex(format) !== null ? 'slideshow' : 'video'
}

function expiryOf(href: string): number {
  return Number(new URL(href, location.href).searchParams.get('e')) * 1000
}
