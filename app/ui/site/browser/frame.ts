import olderDetails from '#app/ui/browser/older-details.ts?worker&url'
import { isIos } from '../device.ts'
import './theme-switch.ts'

/**
 * The frame of every public page with JavaScript. Most of those pages run no React, so this is a
 * module, and its controls are custom elements, whose content React leaves alone.
 */

/** Not in TypeScript's list: https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
type InstallEvent = Event & { prompt(): Promise<unknown> }

let offer: InstallEvent | null = null

const installLook =
  'inline-flex min-h-11 cursor-pointer items-center font-semibold text-text underline decoration-accent decoration-2 underline-offset-4'

/** Offers to install the site where the browser can, or explains how where only its menu can. */
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
      // The event can prompt only once.
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

/** The header's menus close on Escape, an outside press or a link, and before a page is left. */
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

if (!CSS.supports('selector(::details-content)')) {
  const script = document.createElement('script')
  document.head.append(Object.assign(script, { type: 'module', src: olderDetails }))
}

/** A document's wide parts are a stop for the keyboard only where they scroll. */
const scrollStops = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0')
    else target.removeAttribute('tabindex')
  }
})
for (const part of document.querySelectorAll('.prose [tabindex="0"]')) scrollStops.observe(part)

/** CSS ties the header to the scroll position; this covers browsers without scroll timelines. */
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
    // Fails in browsers that store nothing for the site; nothing depends on it.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  })
}
