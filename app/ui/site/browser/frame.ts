import './theme-switch.ts'

/**
 * What the frame of every public page does with JavaScript. Most of those pages run no React, so
 * this is a module, and its controls are custom elements: React leaves their inside alone on the
 * pages that it does run.
 */

/** Not in TypeScript's list: https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
type InstallEvent = Event & { prompt(): Promise<unknown> }

let offer: InstallEvent | null = null

function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}

const installLook =
  'inline-flex min-h-11 cursor-pointer items-center font-semibold text-text underline decoration-accent decoration-2 underline-offset-4'

/** A quiet entry where the browser can install the site; where only its menu can, how that is done. */
class InstallApp extends HTMLElement {
  connectedCallback() {
    if (matchMedia('(display-mode: standalone)').matches) return
    if (isIos()) {
      const details = document.createElement('details')
      const summary = document.createElement('summary')
      summary.className = installLook
      const hint = document.createElement('p')
      summary.textContent = this.dataset.label ?? ''
      hint.textContent = this.dataset.hint ?? ''
      details.append(summary, hint)
      this.replaceChildren(details)
    } else if (offer !== null) this.showOffer(offer)
  }

  showOffer(event: InstallEvent) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = installLook
    button.textContent = this.dataset.label ?? ''
    button.addEventListener('click', () => {
      void event.prompt()
      // A browser asks once by the same event.
      offer = null
      this.replaceChildren()
    })
    this.replaceChildren(button)
  }
}

customElements.define('install-app', InstallApp)

const installEntries = () => document.querySelectorAll<InstallApp>('install-app')

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offer = event as InstallEvent
  for (const entry of installEntries()) entry.showOffer(offer)
})
addEventListener('appinstalled', () => {
  offer = null
  for (const entry of installEntries()) entry.replaceChildren()
})

/** The header's menus close by Escape, by a press beside them or on a link, and before a page is left. */
const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('details[name=header][open]')

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const menu of openMenus()) {
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
})
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  for (const menu of openMenus()) {
    const part = menu.contains(target) || target.closest('#site-nav') !== null
    if (!part || target.closest('a') !== null) menu.open = false
  }
})
addEventListener('pagehide', () => {
  for (const menu of openMenus()) menu.open = false
})

/** The header is tied to the scroll position by CSS; browsers that can't do that are told here. */
if (!CSS.supports('animation-timeline: scroll()')) {
  const solidAfterPixels = 20
  const header = document.querySelector('body > header')
  const look = () => header?.toggleAttribute('data-at-top', scrollY <= solidAfterPixels)
  look()
  addEventListener('scroll', look, { passive: true })
}

const savesData =
  'connection' in navigator &&
  (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true
if (import.meta.env.PROD && 'serviceWorker' in navigator && !savesData) {
  addEventListener('load', () => {
    // A browser that keeps nothing for the site refuses, and nothing depends on it.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  })
}
