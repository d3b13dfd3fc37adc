import { Globe, Menu, X } from 'lucide-react'
import { Fragment } from 'react'
import { useLocation } from 'react-router'
import { useSite } from '#app/i18n/site-context.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button, iconButton } from '#app/ui/button.ts'
import { Logo } from '#app/ui/logo.tsx'
import script from '#app/ui/site/browser/frame.ts?worker&url'
import { ModuleScript } from '#app/ui/site/page-scripts.tsx'
import { LanguageList, languageNames } from './language-switcher.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** As high as the home page's first part reaches up under it, unless large text needs more. */
export const headerRow = 'wrap flex min-h-15 items-center gap-1 lg:min-h-18'

const pages = ['blog', 'help', 'contact', 'terms', 'privacy', 'dmca'] as const

/**
 * Logo, pages, languages and color scheme. On small screens an empty `<details>` opens the pages as
 * a menu without a script; text browsers, which ignore styles, show the pages once.
 * browser/frame.ts does the rest.
 */
export function SiteHeader() {
  const { t, language, localPath } = useI18n()
  const { siteName } = useSite()
  const links = useHeaderLinks()
  return (
    <>
      <a
        href="#content"
        className={`${button()} fixed -top-20 left-2 z-30 focus:top-2 print:hidden`}
      >
        {t.header.skip}
      </a>
      <header className="print:hidden sticky top-0 z-20 solid-after-scroll [view-transition-name:header] data-at-top:bg-transparent data-at-top:shadow-none">
        <div className={headerRow}>
          <a href={localPath('/')} className="group inline-flex min-h-11 min-w-0 items-center">
            <Logo name={siteName} />
          </a>{' '}
          <details className="group peer order-1 lg:hidden" name="header">
            <summary
              className={`${iconButton} no-marker -me-[10px]`}
              aria-label={t.header.menu}
              aria-controls="site-nav"
            >
              <Menu className="group-open:hidden" aria-hidden="true" size={26} />
              <X className="hidden group-open:block" aria-hidden="true" size={26} />
            </summary>
          </details>
          <nav
            id="site-nav"
            className="max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:hidden max-lg:max-h-screen-less-15 max-lg:overflow-y-auto max-lg:border-t max-lg:border-line max-lg:bg-page max-lg:px-4 max-lg:pt-2 max-lg:pb-5 max-lg:shadow-raised max-lg:peer-open:block sm:max-lg:px-6 flex-1 flex-wrap justify-end lg:flex lg:gap-1"
            aria-label={t.header.nav}
          >
            {links}
          </nav>
          <div className="flex max-lg:ms-auto lg:-me-[10px]">
            <details className="relative" name="header">
              <summary
                className={`${iconButton} no-marker`}
                aria-label={`${t.languages.label}: ${languageNames[language]}`}
                title={t.languages.label}
              >
                <Globe aria-hidden="true" size={22} />
              </summary>
              <LanguageList
                className="absolute end-0 top-full mt-1 min-w-44 rounded-lg border border-line bg-surface p-1.5 shadow-raised"
                linkClassName="flex min-h-11 items-center rounded-sm px-3 hover:bg-sunken aria-[current]:font-bold"
              />
            </details>
            <ThemeSwitch
              label={t.header.theme}
              system={t.header.themeSystem}
              light={t.header.themeLight}
              dark={t.header.themeDark}
            />
          </div>
        </div>
      </header>
      <ModuleScript src={script} />
    </>
  )
}

/** Large in the menu, and in a row where it fits. */
const pageLink =
  'flex min-h-11 items-center decoration-accent decoration-3 underline-offset-8 max-lg:min-h-13 max-lg:border-b max-lg:border-line max-lg:font-display max-lg:text-2xl max-lg:font-extrabold max-lg:last:border-b-0 max-lg:aria-[current]:text-link lg:px-3.5 lg:text-sm lg:font-semibold lg:hover:underline lg:aria-[current]:underline'

/** With spaces between the links, which only text browsers show. */
function useHeaderLinks() {
  const { t, localPath } = useI18n()
  const { pathname } = useLocation()
  return pages.map((page) => {
    const href = localPath(`/${page}`)
    const here = pathname === href ? 'page' : pathname.startsWith(`${href}/`) ? 'true' : undefined
    return (
      <Fragment key={page}>
        <a href={href} className={pageLink} aria-current={here}>
          {t.header[page]}
        </a>{' '}
      </Fragment>
    )
  })
}
