import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { type Command, type Driver, elementKey, end, type Params, startUntil } from './driver.ts'
import { commandOf, type OldVersion } from './old-chromium-files.ts'

/** Starts a Chromium of 2021 or 2022, steered by its DevTools protocol: no driver is around for it. */
export async function startOldChromium(version: OldVersion): Promise<Driver> {
  const home = mkdtempSync(path.join(tmpdir(), 'cleanclip-chromium-'))
  const { command, args, env } = commandOf(version, home)
  const { child, match } = await startUntil(
    command,
    [...args, '--remote-debugging-port=0', 'about:blank'],
    { pattern: /DevTools listening on ws:\/\/([\d.:]+)/, fd: 2, env },
  )
  const targets = (await (await fetch(`http://${match[1]}/json`)).json()) as {
    type: string
    webSocketDebuggerUrl: string
  }[]
  const socket = targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl
  if (socket === undefined) throw new Error('Chromium has opened no page')
  const devTools = await connect(socket)
  await devTools.call('Page.enable')
  await devTools.call('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: home })

  /** Runs a function of the page's own on an element and arguments, and gives its value. */
  async function evaluate(source: string, ...args: unknown[]): Promise<unknown> {
    const { result, exceptionDetails } = (await devTools.call('Runtime.evaluate', {
      expression: `(${source}).apply(null, ${JSON.stringify(args)})`,
      returnByValue: true,
    })) as { result: { value?: unknown; description?: string }; exceptionDetails?: unknown }
    if (exceptionDetails !== undefined) throw new Error(result.description)
    return result.value ?? null
  }
  const onElement = (source: string, id: unknown, ...args: unknown[]) =>
    evaluate(`(id, ...args) => (${source})(foundElements[id], ...args)`, id, ...args)

  const noTabs = () => Promise.reject(new Error('It is steered by a page, which has no tabs'))
  const handlers: Record<Command, (params: Params) => Promise<unknown>> = {
    async navigate({ url }) {
      // Answered once the new page has taken the old one's place, whose load event can still come.
      await devTools.call('Page.navigate', { url })
      await vi.waitFor(
        async () => {
          if ((await evaluate('() => document.readyState')) !== 'complete')
            throw new Error('loading')
        },
        { timeout: 30_000 },
      )
    },
    url: () => evaluate('() => location.href'),
    async refresh() {
      const loaded = devTools.event('Page.loadEventFired')
      await devTools.call('Page.reload')
      await loaded
    },
    async find({ value }) {
      const count = await evaluate(
        `(xpath) => {
          const nodes = document.evaluate(xpath, document, null, 7, null)
          window.foundElements = window.foundElements || []
          const first = foundElements.length
          for (let n = 0; n < nodes.snapshotLength; n++) foundElements.push(nodes.snapshotItem(n))
          return [first, foundElements.length]
        }`,
        value,
      )
      const [first = 0, last = 0] = count as number[]
      return Array.from({ length: last - first }, (_, n) => ({ [elementKey]: String(first + n) }))
    },
    isDisplayed: ({ id }) =>
      onElement(
        `(element) => element.getClientRects().length > 0
          && getComputedStyle(element).visibility === 'visible'
          && element.closest('details:not([open]) > :not(summary)') === null`,
        id,
      ),
    isEnabled: ({ id }) => onElement('(element) => !element.disabled', id),
    property: ({ id, name }) => onElement('(element, name) => element[name]', id, name),
    async click({ id }) {
      const point = await onElement(
        `(element) => {
          if (element instanceof HTMLOptionElement) {
            element.selected = true
            element.parentElement.dispatchEvent(new Event('change', { bubbles: true }))
            return null
          }
          document.documentElement.style.scrollBehavior = 'auto'
          element.scrollIntoView({ block: 'center' })
          const { x, y, width, height } = element.getClientRects()[0]
          const point = { x: x + width / 2, y: y + height / 2 }
          // As Firefox's driver does, since what has just appeared takes no press yet.
          if (!element.contains(document.elementFromPoint(point.x, point.y))) {
            throw new Error('click intercepted')
          }
          return point
        }`,
        id,
      )
      if (point === null) return
      const press = { ...(point as object), button: 'left', clickCount: 1 }
      await devTools.call('Input.dispatchMouseEvent', { type: 'mousePressed', ...press })
      await devTools.call('Input.dispatchMouseEvent', { type: 'mouseReleased', ...press })
    },
    clear: ({ id }) => onElement('(element) => { element.focus(); element.value = "" }', id),
    async type({ id, text }) {
      await onElement('(element) => element.focus()', id)
      await devTools.call('Input.insertText', { text })
    },
    script: ({ script, args }) =>
      evaluate(`function () { ${script} }`, ...((args ?? []) as unknown[])),
    resize: ({ width, height }) =>
      devTools.call('Emulation.setDeviceMetricsOverride', {
        ...{ width, height, deviceScaleFactor: 1, mobile: false },
      }),
    tab: noTabs,
    tabs: noTabs,
    switchTab: noTabs,
    closeTab: noTabs,
    async screenshot() {
      const { data } = (await devTools.call('Page.captureScreenshot')) as { data: string }
      return data
    },
  }
  const send = (command: Command, params: Params = {}) => handlers[command](params)
  return {
    browser: `Chromium ${version}`,
    downloads: home,
    send,
    pressDownload: async (id) => {
      await send('click', { id })
    },
    async close() {
      devTools.close()
      await end(child)
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function connect(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const events = new Map<string, () => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, method } = JSON.parse(String(data))
    events.get(method)?.()
    const call = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) call?.resolve(result)
    else call?.reject(new Error(error.message))
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('Chromium refused the connection')))
    socket.addEventListener('close', () => {
      for (const call of waiting.values()) call.reject(new Error('Chromium has ended'))
    })
  })
  return {
    call(method: string, params: Params = {}): Promise<unknown> {
      last += 1
      const id = last
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        socket.send(JSON.stringify({ id, method, params }))
      })
    },
    /** Resolves at the next event of a name. */
    event: (name: string) => new Promise<void>((resolve) => events.set(name, resolve)),
    close: () => socket.close(),
  }
}
