/**
 * Charts say the figure of the bar under the pointer at once, and of each bar by the arrow keys.
 * Without this the browser shows the same text a moment later, and the table below has them all.
 */

for (const frame of document.querySelectorAll<HTMLElement>('.series-frame')) {
  const chart = frame.querySelector('svg')
  const bars = [...frame.querySelectorAll<SVGGElement>('.series-bar')]
  if (chart === null || bars.length === 0) continue
  const texts = bars.map((bar) => {
    const title = bar.querySelector('title')
    title?.remove()
    return title?.textContent ?? ''
  })

  const tip = document.createElement('output')
  tip.className = 'series-tip'
  tip.hidden = true
  frame.append(tip)
  frame.tabIndex = 0
  frame.role = 'group'
  frame.ariaLabel = `${frame.dataset.title ?? 'Chart'}: arrow keys read out one bar at a time`

  let shown = -1

  const hide = () => {
    bars[shown]?.classList.remove('series-shown')
    shown = -1
    tip.hidden = true
  }

  const show = (index: number) => {
    const bar = bars[index]
    if (bar === undefined || index === shown) return
    bars[shown]?.classList.remove('series-shown')
    bar.classList.add('series-shown')
    shown = index
    tip.textContent = texts[index] ?? ''
    tip.hidden = false
    const area = frame.getBoundingClientRect()
    const place = bar.querySelector('.series-fill')?.getBoundingClientRect() ?? area
    const middle = place.left + place.width / 2 - area.left
    // Within the frame, on its narrowest phone too.
    const left = Math.min(Math.max(middle - tip.offsetWidth / 2, 0), area.width - tip.offsetWidth)
    tip.style.left = `${left}px`
  }

  const barAt = (x: number) => {
    const { left, width } = chart.getBoundingClientRect()
    const index = Math.floor(((x - left) / width) * bars.length)
    return Math.min(Math.max(index, 0), bars.length - 1)
  }

  frame.addEventListener('pointermove', ({ clientX }) => show(barAt(clientX)))
  frame.addEventListener('pointerdown', ({ clientX }) => show(barAt(clientX)))
  frame.addEventListener('pointerleave', hide)
  frame.addEventListener('blur', hide)
  frame.addEventListener('focus', () => {
    if (shown === -1 && frame.matches(':focus-visible')) show(bars.length - 1)
  })
  frame.addEventListener('keydown', (event) => {
    const last = bars.length - 1
    const to: Partial<Record<string, number>> = {
      ArrowLeft: Math.max(shown - 1, 0),
      ArrowRight: Math.min(shown + 1, last),
      Home: 0,
      End: last,
    }
    const index = to[event.key]
    if (event.key === 'Escape') hide()
    if (index === undefined) return
    event.preventDefault()
    show(index)
  })
}
