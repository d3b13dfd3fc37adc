/** Small comforts of the back office. Every page does the same without them, in a click more. */

const selectAll = document.querySelector<HTMLElement>('[data-check-all]')
const all = selectAll?.querySelector('input') ?? null
const rows = () => [...document.querySelectorAll<HTMLInputElement>('.row-check')]

/** The last box that was ticked: with Shift, everything up to the next one follows it. */
let last: HTMLInputElement | null = null

if (selectAll !== null && all !== null) {
  selectAll.hidden = false
  all.addEventListener('change', () => {
    for (const row of rows()) row.checked = all.checked
  })
}

document.addEventListener('click', (event) => {
  const { target } = event
  if (!(target instanceof HTMLInputElement) || !target.matches('.row-check')) return
  const boxes = rows()
  if (event.shiftKey && last !== null) {
    const [from, to] = [boxes.indexOf(last), boxes.indexOf(target)].sort((a, b) => a - b)
    for (const box of boxes.slice(from, to)) box.checked = target.checked
  }
  last = target
  if (all === null) return
  const ticked = boxes.filter((box) => box.checked).length
  all.checked = ticked === boxes.length
  all.indeterminate = ticked > 0 && ticked < boxes.length
})

/** Menus close when something else is pressed, and on Escape, which gives the focus back. */
const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('details[data-drop][open]')

document.addEventListener('click', ({ target }) => {
  for (const menu of openMenus()) {
    if (target instanceof Node && !menu.contains(target)) menu.open = false
  }
})

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const menu of openMenus()) {
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
})

/** A choice in a list's filters takes effect at once. */
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && target.matches('[data-send]')) {
    target.form?.requestSubmit()
  }
})

/** A form is sent once, however often its button is pressed. */
document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.method !== 'post') return
  if (form.hasAttribute('data-sent')) event.preventDefault()
  form.setAttribute('data-sent', '')
})

// A page that comes back from the browser's memory is fresh to its reader.
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  for (const form of document.querySelectorAll('[data-sent]')) form.removeAttribute('data-sent')
})

/** On a narrow screen the settings' tabs scroll: the open one is in sight. */
document
  .querySelector('.settings-tabs [aria-current]')
  ?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' })
