import { Menu, X } from 'lucide-react'
import { Fragment } from 'react'
import { useLocation } from 'react-router'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { Logo } from './logo.tsx'
import { useSite } from './use-site.ts'

const pages = ['blog', 'help', 'contact', 'terms', 'privacy', 'dmca'] as const

/**
 * Logo and pages. On small screens an empty `<details>` opens the pages as a menu: no script is
 * needed, and text browsers, that know no styles, show the pages once.
 */
export function SiteHeader() {
  const { t, localPath } = useI18n()
  const { siteName } = useSite()
  const links = useHeaderLinks()
  return (
    <>
      <a href="#content" className="skip-link button">
        {t.header.skip}
      </a>
      <header className="site-header" data-site-header>
        <div className="wrap site-header-row">
          <a href={localPath('/')} className="site-header-brand">
            <Logo name={siteName} />
          </a>{' '}
          <details className="menu" data-menu>
            <summary className="icon-button" aria-label={t.header.menu} aria-controls="site-nav">
              <Menu className="menu-open" aria-hidden="true" size={26} />
              <X className="menu-close" aria-hidden="true" size={26} />
            </summary>
          </details>
          <nav id="site-nav" className="site-nav" aria-label={t.header.nav}>
            {links}
          </nav>
        </div>
      </header>
    </>
  )
}

/** With spaces between them, which only text browsers show. */
function useHeaderLinks() {
  const { t, localPath } = useI18n()
  const { pathname } = useLocation()
  return pages.map((page) => {
    const href = localPath(`/${page}`)
    const here = pathname === href ? 'page' : pathname.startsWith(`${href}/`) ? 'true' : undefined
    return (
      <Fragment key={page}>
        <a href={href} aria-current={here}>
          {t.header[page]}
        </a>{' '}
      </Fragment>
    )
  })
}
