import { Download } from 'lucide-react'
import { useLocation } from 'react-router'
import { type Catalogue, fill } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { LanguageList } from './language-switcher.tsx'
import { filledByScript } from './page-scripts.tsx'
import { useSite } from './use-site.ts'
import { useVisit } from './use-visit.ts'

type Name = keyof Catalogue['footer']

const columns: { title: Name; links: [Name, string][] }[] = [
  {
    title: 'start',
    links: [
      ['howItWorks', '/#how-it-works'],
      ['features', '/#features'],
      ['faq', '/#faq'],
      ['pc', '/tiktok-downloader-pc'],
      ['mp4', '/free-tiktok-downloader-mp4'],
      ['extension', '/tiktok-downloader-chrome-extension'],
    ],
  },
  {
    title: 'read',
    links: [
      ['blog', '/blog'],
      ['help', '/help'],
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

/** The claim, every page of the site, its languages and the year. */
export function SiteFooter() {
  const { t } = useI18n()
  const { siteName, year } = useSite()
  const { consent } = useVisit()
  const footerPath = useFooterPath()
  return (
    <footer className="site-footer band">
      <div className="wrap">
        <div className="site-footer-claim">
          <p className="display max-w-3xl text-3xl">{fill(t.footer.claim, { site: siteName })}</p>
          <a className="button" href={footerPath('/download')}>
            <Download aria-hidden="true" size={20} />
            {t.footer.download}
          </a>
        </div>
        <nav className="site-footer-links" aria-label={t.footer.nav}>
          {columns.map(({ title, links }) => (
            <div key={title}>
              <p className="font-bold">{t.footer[title]}</p>
              <ul>
                {links.map(([name, path]) => (
                  <li key={path}>
                    <a href={footerPath(path)}>{t.footer[name]}</a>
                  </li>
                ))}
                {title === 'legal' && consent !== 'none needed' && (
                  <li>
                    <a href={footerPath('/consent')}>{t.consent.footer}</a>
                  </li>
                )}
              </ul>
            </div>
          ))}
        </nav>
        <div className="site-footer-end">
          <nav aria-label={t.footer.languages}>
            <LanguageList className="languages" />
          </nav>
          <install-app
            data-label={t.footer.install}
            data-hint={t.footer.installHint}
            {...filledByScript}
          />
          <p>
            © {year} {siteName}. {t.footer.independent}
          </p>
        </div>
      </div>
    </footer>
  )
}

/** On the home page itself the places of it are `#…`, so that nothing is loaded again. */
function useFooterPath() {
  const { localPath } = useI18n()
  const { pathname } = useLocation()
  return (path: string) => {
    if (!path.startsWith('/#')) return localPath(path)
    const home = localPath('/')
    return pathname === home || pathname === `${home}/` ? path.slice(1) : home + path.slice(1)
  }
}
