import { useState } from 'react'
import { recentName, recentOffName, remember } from '#app/download/ui/remembered.ts'
import { SmallCover } from '#app/download/ui/small-cover.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { link } from '#app/ui/link.ts'
import { parseRecent, type RecentSave } from './recent-list.ts'

const action = `${link} min-h-11 cursor-pointer text-sm`

/** The list of recent downloads, and the ways to be rid of it. */
export default function RecentSection({ kept, off }: { kept: string | null; off: boolean }) {
  const { t } = useI18n()
  const saves = parseRecent(kept)
  if (off) {
    return (
      <p className="mt-8 text-sm text-muted">
        {t.recent.off}{' '}
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
      <ul className="-mx-1 mt-1.5 grid auto-cols-[min(17rem,80%)] grid-flow-col gap-3 overflow-x-auto px-1 pt-1 pb-3 [scroll-snap-type:x_proximity] [scrollbar-width:thin]">
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
  const format = save.format.startsWith('image-') ? 'JPG' : save.format.toUpperCase()
  return (
    <li className="snap-start">
      <a
        className="flex h-full items-center gap-3 rounded-lg border border-line bg-surface p-2.5 hover:border-text"
        href={`${localPath('/')}?post=${save.postId}`}
      >
        <RecentCover save={save} />
        <span className="min-w-0">
          <span className="block truncate font-semibold" dir="auto">
            {save.title === '' ? t.result.untitled : save.title}
          </span>
          <span className="block truncate text-xs text-muted">
            {format} · {when.format(save.savedAt)}
            {save.author !== null && <bdi> · {save.author}</bdi>}
          </span>
        </span>
      </a>
    </li>
  )
}

/** The cover as long as its link works, which is a few minutes; a drawing after that. */
function RecentCover({ save: { coverHref, format } }: { save: RecentSave }) {
  const [usable, setUsable] = useState(() => coverHref !== null && expiryOf(coverHref) > Date.now())
  return (
    <SmallCover
      className="h-14 w-10.5"
      kind={
        format === 'mp3' ? 'sound' : format === 'mp4' || format === 'hd' ? 'video' : 'slideshow'
      }
      src={usable ? coverHref : null}
      onError={() => setUsable(false)}
    />
  )
}

function expiryOf(href: string): number {
  return Number(new URL(href, location.href).searchParams.get('e')) * 1000
}
