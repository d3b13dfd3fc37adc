import { useLocation } from 'react-router'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { link } from '#app/ui/link.ts'
import { UnsentScript } from '#app/ui/site/unsent-script.tsx'

/**
 * Asks once, before the page's content for those who listen, and at the lower edge for those who
 * see, where it never covers content for good. On a low screen, such as one zoomed to 400%, it's
 * part of the page and scrolls away. The answer reloads the same page: a result has its own address
 * and is kept.
 */
export default function ConsentBanner() {
  const { t, localPath } = useI18n()
  const { pathname, search } = useLocation()
  if (pathname === localPath('/consent')) return null
  return (
    <aside
      className="print:hidden relative z-10 border-t border-b border-line bg-surface py-3 text-sm [@media(min-height:24rem)]:sticky [@media(min-height:24rem)]:bottom-0 [@media(min-height:24rem)]:order-last"
      aria-label={t.consent.label}
      data-consent=""
    >
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p className="grow basis-80">
          {`${t.consent.question} `}
          <a className={link} href={`${localPath('/privacy')}#third-parties`}>
            {t.consent.more}
          </a>
        </p>
        <ConsentForm back={pathname + search} />
      </div>
    </aside>
  )
}

/** Yes and no look alike. Leads to `back`, a path of this site. */
export function ConsentForm({ back }: { back: string }) {
  const { t, localPath } = useI18n()
  return (
    <form method="post" action={localPath('/consent')} className="grid grid-cols-2 gap-2">
      <UnsentScript />
      <input type="hidden" name="back" value={back} />
      <button type="submit" name="choice" value="accept" className={button({ look: 'quiet' })}>
        {t.consent.accept}
      </button>{' '}
      <button type="submit" name="choice" value="decline" className={button({ look: 'quiet' })}>
        {t.consent.decline}
      </button>
    </form>
  )
}
