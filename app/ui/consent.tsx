import { useFetcher, useLocation } from 'react-router'
import tagsScript from '#app/enhance/tags.ts?worker&url'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { TagKind } from '#app/utils/third-party-tags.ts'
import { lookupKey } from './downloader/lookup-key.ts'
import { ModuleScript } from './page-scripts.tsx'
import { useVisit } from './use-visit.ts'

/**
 * Asks once, at the lower edge, where nothing that is read or pressed is covered for good. The answer
 * leads back to the same page, loaded anew. A result that the visitor has looked up would be lost by
 * that: then the answer is sent from here, and counts from the next page.
 */
export function ConsentBanner() {
  const { t, localPath } = useI18n()
  const { pathname, search } = useLocation()
  const lookup = useFetcher({ key: lookupKey })
  const answer = useFetcher<{ kept: boolean }>()
  const asks = useVisit().asks && answer.data?.kept !== true
  if (!asks || pathname === localPath('/consent')) return null
  const send = (event: React.SubmitEvent<HTMLFormElement>) => {
    if (lookup.data === undefined) return
    event.preventDefault()
    const { submitter } = event.nativeEvent
    const form = new FormData(event.currentTarget, submitter)
    void answer.submit(form, { method: 'post', action: localPath('/consent') })
  }
  return (
    <aside className="consent" aria-label={t.consent.label}>
      <div className="wrap">
        <p>
          {t.consent.question}{' '}
          <a className="link" href={`${localPath('/privacy')}#third-parties`}>
            {t.consent.more}
          </a>
        </p>
        <ConsentForm back={pathname + search} onSubmit={send} />
      </div>
    </aside>
  )
}

/** Yes and no look alike. Afterwards the visitor is led to `back`, a path of this site. */
export function ConsentForm({
  back,
  onSubmit,
}: {
  back: string
  onSubmit?: React.SubmitEventHandler<HTMLFormElement>
}) {
  const { t, localPath } = useI18n()
  return (
    <form method="post" action={localPath('/consent')} className="consent-form" onSubmit={onSubmit}>
      <input type="hidden" name="back" value={back} />
      <button type="submit" name="choice" value="accept" className="button-quiet">
        {t.consent.accept}
      </button>{' '}
      <button type="submit" name="choice" value="decline" className="button-quiet">
        {t.consent.decline}
      </button>
    </form>
  )
}

/** Loads what the visitor has agreed to; the ids are data, since no script stands in the page. */
export function Tags() {
  const { tags } = useVisit()
  if (tags === null) return null
  return (
    <ModuleScript
      src={tagsScript}
      data={{
        'data-tags': '',
        'data-analytics': tags.analytics,
        'data-heatmap': tags.heatmap,
        'data-pixel': tags.pixel,
      }}
    />
  )
}

/** The tools of other companies that are switched on here, by name. */
export function TagList({ kinds }: { kinds: TagKind[] }) {
  const { t } = useI18n()
  return (
    <ul className="list-disc pl-5">
      {kinds.map((kind) => (
        <li key={kind}>{t.consent.tools[kind]}</li>
      ))}
    </ul>
  )
}
