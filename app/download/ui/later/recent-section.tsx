import '#app/css/recent.css'
import { Film, Images, Music } from 'lucide-react'
import { useState } from 'react'
import { recentName, recentOffName } from '#app/download/ui/recent-names.ts'
import { remember } from '#app/download/ui/remembered.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { parseRecent, type RecentSave } from './recent-list.ts'

/** The list of recent downloads, and the ways to be rid of it. */
export default function RecentSection({ kept, off }: { kept: string | null; off: boolean }) {
  const { t } = useI18n()
  const saves = parseRecent(kept)
  if (off) {
    return (
      <p className="recent recent-off">
        {t.recent.off}{' '}
        <button type="button" className="link" onClick={() => remember(recentOffName, null)}>
          {t.recent.turnOn}
        </button>
      </p>
    )
  }
  if (saves.length === 0) return null
  return (
    <section className="recent" aria-labelledby="recent-title">
      <div className="recent-head">
        <h2 id="recent-title" className="text-base font-bold">
          {t.recent.title}
        </h2>
        <button type="button" className="link" onClick={() => remember(recentName, null)}>
          {t.recent.clear}
        </button>
        <button
          type="button"
          className="link"
          onClick={() => {
            remember(recentOffName, '1')
            remember(recentName, null)
          }}
        >
          {t.recent.turnOff}
        </button>
      </div>
      <p className="text-sm text-muted">{t.recent.note}</p>
      <ul className="recent-list">
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
    <li>
      <a className="recent-item" href={`${localPath('/')}?post=${save.postId}`}>
        <RecentCover save={save} />
        <span className="min-w-0">
          <span className="recent-name" dir="auto">
            {save.title === '' ? t.result.untitled : save.title}
          </span>
          <span className="recent-facts">
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
  if (usable && coverHref !== null) {
    return (
      <img
        className="recent-cover"
        src={coverHref}
        alt=""
        width={42}
        height={56}
        onError={() => setUsable(false)}
      />
    )
  }
  const Icon = format === 'mp3' ? Music : format === 'mp4' || format === 'hd' ? Film : Images
  return (
    <span className="recent-cover">
      <Icon aria-hidden="true" size={20} />
    </span>
  )
}

function expiryOf(href: string): number {
  return Number(new URL(href, location.href).searchParams.get('e')) * 1000
}
