import { Download } from 'lucide-react'
import { useLocation } from 'react-router'
import { type Catalogue, fill } from '#app/i18n/catalogue.ts'
import { neutralPath } from '#app/i18n/local-path.ts'
import { isPublicPage } from '#app/i18n/public-pages.ts'
import type { PublicPath } from '#app/i18n/public-path.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { filledByScript } from '#app/ui/site/page-scripts.tsx'
import { useVisit } from '#app/ui/site/use-visit.ts'
import { LanguageList } from './language-switcher.tsx'

type Name = keyof Catalogue['footer']
type FooterPath = PublicPath | `/#${string}`

const columns: { title: Name; links: [Name, FooterPath][] }[] = [
  {
    title: 'start',
    links: [
      ['howItWorks', '/#how-it-works'],
      ['features', '/#features'],
      ['faq', '/#faq'],
      ['pc', '/tiktok-downloader-pc'],
      ['mp4', '/free-tiktok-downloader-mp4'],
      ['batch', '/batch'],
      ['extension', '/tiktok-downloader-chrome-extension'],
    ],
  },
  {
    title: 'read',
    links: [
      ['blog', '/blog'],
      ['help', '/help'],
      ['supported', '/supported'],
      ['status', '/status'],
      ['statistics', '/statistics'],
      ['resources', '/resources'],
    ],
  },
  {
    title: 'site',
    links: [
      ['contact', '/contact'],
      ['pressKit', '/press-kit'],
      ['backlinkBuilder', '/backlink-builder'],
    ],
  },
  {
    title: 'legal',
    links: [
      ['terms', '/terms'],
      ['privacy', '/privacy'],
      ['dmca', '/dmca'],
    ],
  },
]

/** The tap area reaches beyond the text, so that short and long names are equally spaced. */
const footerLink =
  '-mx-2 inline-flex min-h-11 min-w-11 items-center px-2 text-sm wrap-anywhere text-muted decoration-accent decoration-2 underline-offset-4 hover:text-text hover:underline'

/** Links at the end of a page with a single message. */
const slimLinks: [Name, PublicPath][] = [
  ['blog', '/blog'],
  ['help', '/help'],
  ['contact', '/contact'],
  ['terms', '/terms'],
  ['privacy', '/privacy'],
  ['dmca', '/dmca'],
]

/** The claim, links to every page, languages and the year; less below a short page. */
export function SiteFooter() {
  const { t } = useI18n()
  const { siteName, year } = useSite()
  const { pathname } = useLocation()
  return (
    <footer className="band mt-auto print:hidden">
      <div className="wrap">
        {isPublicPage(neutralPath(pathname)) ? (
          <WholeFooter />
        ) : (
          <nav aria-label={t.footer.nav}>
            <FooterLinks className="flex flex-wrap gap-x-6 py-5" links={slimLinks} consent />
          </nav>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line pt-5 pb-7 text-sm text-muted">
          <nav aria-label={t.footer.languages}>
            <LanguageList
              className="flex flex-wrap gap-x-5"
              linkClassName={`${footerLink} aria-[current]:font-bold aria-[current]:text-text`}
            />
          </nav>
          <install-app
            data-label={t.footer.install}
            data-hint={t.footer.installHint}
            {...filledByScript}
          />
          <p>{`© ${year} ${siteName}. ${t.footer.independent}`}</p>
        </div>
      </div>
    </footer>
  )
}

function WholeFooter() {
  const { t, localPath } = useI18n()
  const { siteName } = useSite()
  return (
    <>
      <div className="grid justify-items-start gap-6 py-10 md:grid-cols-[1fr_auto] md:items-end lg:py-20">
        <p className="display max-w-3xl text-3xl">{fill(t.footer.claim, { site: siteName })}</p>
        <a className={button()} href={localPath('/download')}>
          <Download aria-hidden="true" size={20} />
          {t.footer.download}
        </a>
      </div>
      <nav
        className="grid grid-cols-2 gap-x-6 gap-y-7 border-t border-line py-9 md:grid-cols-4"
        aria-label={t.footer.nav}
      >
        {columns.map(({ title, links }) => (
          <div key={title}>
            <p className="font-bold">{t.footer[title]}</p>
            <FooterLinks links={links} consent={title === 'legal'} />
          </div>
        ))}
      </nav>
    </>
  )
}

/** `consent` adds the page to change one's consent, on a site that asks for it. */
function FooterLinks({
  links,
  consent,
  className,
}: {
  links: [Name, FooterPath][]
  consent: boolean
  className?: string
}) {
  const { t } = useI18n()
  const visit = useVisit()
  const { batchLinks } = useSite()
  const footerPath = useFooterPath()
  return (
    <ul className={className}>
      {links
        .filter(([name]) => name !== 'batch' || batchLinks > 0)
        .map(([name, path]) => (
          <li key={path}>
            <a className={footerLink} href={footerPath(path)}>
              {t.footer[name]}
            </a>
          </li>
        ))}
      {consent && visit.consent !== 'none needed' && (
        <li>
          <a className={footerLink} href={footerPath('/consent')}>
            {t.consent.footer}
          </a>
        </li>
      )}
    </ul>
  )
}

/** On the home page its sections are `#…`, so that nothing reloads. */
function useFooterPath() {
  const { localPath } = useI18n()
  const { pathname } = useLocation()
  return (path: FooterPath) => {
    if (!isPlace(path)) return localPath(path)
    const home = localPath('/')
    return pathname === home || pathname === `${home}/` ? path.slice(1) : home + path.slice(1)
  }
}

function isPlace(path: FooterPath): path is `/#${string}` {
  return path.startsWith('/#')
}
