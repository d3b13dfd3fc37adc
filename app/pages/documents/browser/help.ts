import { wordSearch } from '#app/pages/documents/word-search.ts'

/**
 * Searches the help as a visitor types, and opens the answer that a link leads to. Without it the
 * form asks the server, and browsers open a link's section themselves or show it closed.
 */

const help = document.querySelector('[data-help]')
const field = document.querySelector<HTMLInputElement>('#help-query')
const status = document.querySelector<HTMLElement>('[data-help] [role=status]')
const sections = [
  ...document.querySelectorAll<HTMLDetailsElement>('[data-help-sections] details'),
].map((section) => ({
  section,
  title: section.querySelector('h2')?.textContent ?? '',
  entries: [...section.querySelectorAll<HTMLElement>('[data-help-entry]')],
  wasOpen: section.open,
}))
/** True while a query filters the sections. */
let searching = false

function search(query: string): void {
  const matches = wordSearch(query)
  let found = 0
  for (const { section, title, entries, wasOpen } of sections) {
    let shown = 0
    for (const entry of entries) {
      entry.hidden = matches !== null && !matches(`${title} ${entry.textContent}`)
      if (!entry.hidden) shown++
    }
    section.hidden = shown === 0
    if (matches !== null) section.open = true
    else if (searching) section.open = wasOpen
    found += shown
  }
  searching = matches !== null
  help?.toggleAttribute('data-searching', searching)
  if (status === null) return
  const { lang } = document.documentElement
  const { one = '', other = '', none = '' } = status.dataset
  const form = new Intl.PluralRules(lang).select(found) === 'one' ? one : other
  status.textContent = matches === null ? '' : found === 0 ? none : form.replace('{n}', `${found}`)
}

field?.addEventListener('input', () => search(field.value))

/** Returns the element that the address names. An address can be cut in an escape: `#100%`. */
function addressed(): Element | null {
  const name = location.hash.slice(1)
  try {
    return name === '' ? null : document.getElementById(decodeURIComponent(name))
  } catch {
    return null
  }
}

function openTarget(): void {
  const target = addressed()
  const section = target?.closest<HTMLDetailsElement>('[data-help-sections] details')
  if (target === null || !section || section.open) return
  section.open = true
  target.scrollIntoView()
}

openTarget()
addEventListener('hashchange', openTarget)
// A second press on the same link fires no hashchange.
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a') : null
  if (link !== null && link.hash !== '' && link.pathname === location.pathname) {
    setTimeout(openTarget)
  }
})
