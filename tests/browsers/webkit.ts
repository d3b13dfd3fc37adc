import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import {
  type Command,
  commands,
  type Driver,
  elementKey,
  end,
  type Params,
  startUntil,
} from './driver.ts'
import { findMiniBrowser } from './installed.ts'

/**
 * Starts WebKitGTK's MiniBrowser on a display of its own, and steers it by WebKitWebDriver. `agent`
 * is the user agent that it gives instead of its own.
 */
export async function startWebKit(agent?: string): Promise<Driver> {
  const home = mkdtempSync(path.join(tmpdir(), 'cleanclip-webkit-'))
  mkdirSync(path.join(home, '.config/gtk-3.0'), { recursive: true })
  // Else the toolbar decides how narrow the window can be.
  const gtkStyle = '* { min-width: 0 } button, entry { padding: 0; min-height: 0 }'
  writeFileSync(path.join(home, '.config/gtk-3.0/gtk.css'), gtkStyle)
  const screen = ['-displayfd', '3', '-screen', '0', '1600x1100x24', '-nolisten', 'tcp']
  const { child: xvfb, match } = await startUntil('Xvfb', screen, { pattern: /^(\d+)$/, fd: 3 })
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    DISPLAY: `:${match[1]}`,
    LANG: 'en_US.UTF-8',
    LIBGL_ALWAYS_SOFTWARE: '1',
    // Containers have no namespaces for its sandbox; it opens the test's own pages only.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  }
  // A window has the keyboard's focus only where a window manager gives it.
  const { child: openbox } = await startUntil('openbox', ['--startup', 'echo started'], {
    pattern: /started/,
    env,
  })
  const port = await freePort()
  const service = spawn('WebKitWebDriver', ['-p', String(port)], { stdio: 'ignore', env })
  const call = async (method: string, target: string, body?: Params): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/${target}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (response.ok) return value
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${error}: ${message}`)
  }
  await vi.waitFor(() => call('GET', 'status'), { timeout: 90_000 })
  const options = {
    binary: findMiniBrowser(),
    args: [
      '--automation',
      '--javascript-can-access-clipboard=true',
      ...(agent === undefined ? [] : [`--user-agent=${agent}`]),
    ],
  }
  const session = (await call('POST', 'session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string; capabilities: { browserVersion: string } }

  const send = async (command: Command, params: Params = {}): Promise<unknown> => {
    const [, method, template] = commands[command]
    const target = template.replace(/\{(\w+)\}/g, (_, name) => String(params[name]))
    if (command === 'isDisplayed') {
      // The driver's own answer is wrong for texts that are cut after some lines.
      const script = 'return arguments[0].checkVisibility({ visibilityProperty: true })'
      return send('script', { script, args: [{ [elementKey]: params.id }] })
    }
    if (command === 'click' || command === 'clear' || command === 'type') {
      // The page scrolls smoothly, and hasn't yet when the driver looks where the element is.
      const script = 'arguments[0].scrollIntoView({ behavior: "instant", block: "center" })'
      await send('script', { script, args: [{ [elementKey]: params.id }] })
    }
    return call(method, `session/${session.sessionId}/${target}`, params)
  }
  return {
    browser: `WebKitGTK ${session.capabilities.browserVersion}`,
    downloads: home,
    send,
    async pressDownload(id) {
      const script = 'const [link] = arguments; setTimeout(() => link.click())'
      await send('script', { script, args: [{ [elementKey]: id }] })
    },
    async close() {
      await call('DELETE', `session/${session.sessionId}`).catch(() => undefined)
      for (const child of [service, openbox, xvfb]) await end(child)
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
