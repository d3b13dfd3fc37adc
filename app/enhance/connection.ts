/** Tells on the sign-in page whether the server can read its accounts, and notices a change. */

const everyMs = 30_000
const patienceMs = 8_000

async function check(status: HTMLElement): Promise<void> {
  show(status, 'checking')
  show(status, (await answers(status.dataset.connection ?? '')) ? 'connected' : 'failed')
}

async function answers(href: string): Promise<boolean> {
  try {
    const response = await fetch(href, { signal: AbortSignal.timeout(patienceMs) })
    return response.ok
  } catch {
    return false
  }
}

function show(status: HTMLElement, state: 'checking' | 'connected' | 'failed'): void {
  for (const part of status.querySelectorAll<HTMLElement>('[data-state]')) {
    showText(part, part.dataset.state === state)
  }
  if (state === 'checking') return
  const banner = document.querySelector<HTMLElement>('[data-connection-banner]')
  const text = banner?.querySelector<HTMLElement>('[data-text]')
  if (banner !== null) banner.hidden = state === 'connected'
  if (text) showText(text, state === 'failed')
  const button = document.querySelector<HTMLButtonElement>('[data-needs-connection]')
  if (button !== null) button.disabled = state === 'failed'
}

/** What is not shown is without its text, as the server sends it. */
function showText(part: HTMLElement, shown: boolean): void {
  part.hidden = !shown
  const text = shown ? (part.dataset.text ?? '') : ''
  if (part.textContent !== text) part.textContent = text
}

const status = document.querySelector<HTMLElement>('[data-connection]')
if (status !== null) {
  void check(status)
  setInterval(() => {
    if (document.visibilityState === 'visible') void check(status)
  }, everyMs)
}

export {}
