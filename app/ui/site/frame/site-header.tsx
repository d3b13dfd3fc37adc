import { Globe, Menu, X } from 'lucide-react'
import { Fragment } from 'react'
import { useLocation } from 'react-router'
import { useSite } from '#app/i18n/site-context.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { Logo } from '#app/ui/logo.tsx'
import script from '#app/ui/site/browser/frame.ts?worker&url'
import { filledByScript, ModuleScript } from '#app/ui/site/page-scripts.tsx'
import { LanguageList, languageNames } from './language-switcher.tsx'

const pages = ['blog', 'help', 'contact', 'terms', 'privacy', 'dmca'] as const

/**
 * Logo, pages, languages and the color scheme. On small screens an empty `<details>` opens the pages
 * as a menu: no script is needed, and text browsers, that know no styles, show the pages once. What
 * else the header does is in enhance/frame.ts.
 */
export function SiteHeader() {
  const { t, language, localPath } = useI18n()
  const { siteName } = useSite()
  const links = useHeaderLinks()
  return (
    <>
      <a href="#content" className="skip-link button">
        {t.header.skip}
      </a>
      <header className="site-header">
        <div className="wrap site-header-row">
          <a href={localPath('/')} className="site-header-brand">
            <Logo name={siteName} />
          </a>{' '}
          <details className="menu" name="header">
            <summary className="icon-button" aria-label={t.header.menu} aria-controls="site-nav">
              <Menu className="menu-open" aria-hidden="true" size={26} />
              <X className="menu-close" aria-hidden="true" size={26} />
            </summary>
          </details>
          <nav id="site-nav" className="site-nav" aria-label={t.header.nav}>
            {links}
          </nav>
          <div className="site-header-tools">
            <details className="language-menu" name="header">
              <summary
                className="icon-button"
                aria-label={`${t.languages.label}: ${languageNames[language]}`}
                title={t.languages.label}
              >
                <Globe aria-hidden="true" size={22} />
              </summary>
              <LanguageList className="language-panel" />
            </details>
            <theme-switch
              data-label={t.header.theme}
              data-system={t.header.themeSystem}
              data-light={t.header.themeLight}
              data-dark={t.header.themeDark}
              {...filledByScript}
            />
          </div>
        </div>
      </header>
      <ModuleScript src={script} />
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
