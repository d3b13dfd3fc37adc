import { Menu, X } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
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
  const menu = useClosingMenu()
  const atTop = useAtTop()
  return (
    <>
      <a href="#content" className="skip-link button">
        {t.header.skip}
      </a>
      <header className={atTop ? 'site-header site-header-at-top' : 'site-header'}>
        <div className="wrap site-header-row">
          <a href={localPath('/')} className="site-header-brand">
            <Logo name={siteName} />
          </a>{' '}
          <details className="menu" ref={menu}>
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

const solidAfterPixels = 20

/**
 * The header is tied to the scroll position by CSS. Where a browser cannot do that it stays solid,
 * unless the page runs: then this says when it is at the top.
 */
function useAtTop(): boolean {
  const [atTop, setAtTop] = useState(false)
  useEffect(() => {
    if (CSS.supports('animation-timeline: scroll()')) return
    const look = () => setAtTop(window.scrollY <= solidAfterPixels)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return atTop
}

/** Closes the menu by Escape, by a press beside it or on a link, and before the page is left. */
function useClosingMenu() {
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const menu = ref.current
    if (menu === null) return
    const listening = new AbortController()
    const { signal } = listening
    const close = () => {
      menu.open = false
    }
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.open) return
      close()
      menu.querySelector('summary')?.focus()
    }
    const closeByPress = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || menu.contains(target)) return
      if (target.closest('#site-nav') === null || target.closest('a') !== null) close()
    }
    document.addEventListener('keydown', closeByKey, { signal })
    document.addEventListener('click', closeByPress, { signal })
    // A page that is gone back to is shown as it was left.
    addEventListener('pagehide', close, { signal })
    return () => listening.abort()
  }, [])
  return ref
}
