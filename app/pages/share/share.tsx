import { data } from 'react-router'
import { refusalTexts } from '#app/download/lookup/link-refusal.ts'
import { postUrl } from '#app/download/platforms/links.ts'
import { hintText } from '#app/download/ui/hint-text.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { button } from '#app/ui/button.ts'
import { link as linkLook } from '#app/ui/link.ts'
import { PageTitle } from '#app/ui/site/head/page-title.tsx'
import { UnsentScript } from '#app/ui/site/unsent-script.tsx'
import type { Route } from './+types/share'

/** The address holds what was shared: it isn't stored or sent to other sites. */
const ownHeaders = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' }

/**
 * Shows what another app shared with the installed site. Nothing is looked up before the visitor
 * confirms, since any app and any page can open this address.
 */
export function loader({ url: { searchParams } }: Route.LoaderArgs) {
  // Apps put the link in any of these, most in the text.
  const texts = ['url', 'text', 'title'].map((name) => searchParams.get(name) ?? '')
  const given = texts.filter((text) => text.trim() !== '').map(parsePostLink)
  for (const link of given) {
    if (link.ok) return data({ link: postUrl(link.ref), problem: null }, { headers: ownHeaders })
  }
  const refused = given.find((link) => !link.ok && link.reason !== 'not_platform') ?? given[0]
  const why = refused?.ok === false ? refused : { reason: 'empty' as const }
  return data({ link: null, problem: refusalTexts(why) }, { status: 400, headers: ownHeaders })
}

export { headers } from '#app/http/page-headers.ts'

export default function Share({ loaderData: { link, problem } }: Route.ComponentProps) {
  const { t, language, localPath } = useDocumentI18n()
  const { siteName } = useSite()
  const title = link === null ? t.share.noneTitle : t.share.title
  return (
    <div className="wrap-narrow py-14 md:py-20 xl:py-28 grid justify-items-start gap-6">
      <PageTitle title={title} />
      <meta name="robots" content="noindex" />
      <h1 className="display text-4xl">{title}</h1>
      {link === null ? (
        <div>
          <p className="text-lg text-pretty text-muted">{t.errors[problem.message]}</p>
          {problem.hint !== null && (
            <p className="mt-3">{hintText(problem.hint, problem, t, language)}</p>
          )}
        </div>
      ) : (
        <form method="post" action={`${localPath('/')}#downloader`} className="grid gap-6">
          <UnsentScript />
          <p className="text-lg text-pretty text-muted">{fill(t.share.text, { site: siteName })}</p>
          <p className="rounded-lg border border-line bg-surface px-4 py-3.5 font-mono text-sm wrap-anywhere">
            <bdi>{link}</bdi>
          </p>
          <input type="hidden" name="url" value={link} />
          <button type="submit" className={`${button({ size: 'large' })} justify-self-start`}>
            {t.share.lookUp}
          </button>
        </form>
      )}
      <a className={linkLook} href={localPath('/')}>
        {t.share.another}
      </a>
    </div>
  )
}
