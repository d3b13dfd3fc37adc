import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Command, commands, type Driver, end, type Params, startUntil } from './driver.ts'
import { firefoxCommand } from './installed.ts'

/** Starts the system's Firefox, headless, and steers it by Marionette, which is part of it. */
export async function startFirefox({ javaScript = true } = {}): Promise<Driver> {
  const profile = mkdtempSync(path.join(tmpdir(), 'cleanclip-firefox-'))
  const downloads = path.join(profile, 'saved')
  mkdirSync(downloads)
  const preferences = {
    'marionette.port': 0,
    // Otherwise a browser that is steered never notices that the network is gone.
    'network.manage-offline-status': true,
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    'browser.download.always_ask_before_handling_new_types': false,
    'javascript.enabled': javaScript,
  }
  writeFileSync(
    path.join(profile, 'user.js'),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  )
  const args = ['--headless', '--marionette', '--no-remote', '--profile', profile]
  // Only its own pages can read the console.
  args.push('--remote-allow-system-access')
  const { child, match } = await startUntil(firefoxCommand, args, {
    pattern: /Marionette\s+INFO\s+Listening on port (\d+)/,
  })
  const marionette = await connect(Number(match[1]))
  const session = (await marionette.call('WebDriver:NewSession', {})) as {
    capabilities: { browserVersion: string }
  }
  const send = async (command: Command, params: Params = {}) => {
    const answer = await marionette.call(commands[command][0], params)
    const isWrapped = typeof answer === 'object' && answer !== null && 'value' in answer
    return isWrapped ? answer.value : answer
  }
  return {
    browser: `Firefox ${session.capabilities.browserVersion}`,
    downloads,
    send,
    pressDownload: async (id) => {
      await send('click', { id })
    },
    async takeComplaints() {
      await marionette.call('Marionette:SetContext', { value: 'chrome' })
      const complaints = await send('script', { script: takeComplaints, args: [] })
      await marionette.call('Marionette:SetContext', { value: 'content' })
      return complaints as string[]
    },
    async close() {
      marionette.close()
      await end(child)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Runs in the browser itself, whose own parts complain too. Returns what pages are to blame for. */
const takeComplaints = `
  const calls = Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage)
  const found = [
    ...Services.console.getMessageArray()
      .filter((message) => message instanceof Ci.nsIScriptError)
      .map(({ errorMessage, sourceName }) => [errorMessage, sourceName]),
    ...calls.getEvents()
      .filter(({ level }) => level === 'error' || level === 'warn')
      .map(({ arguments: said, filename }) => [said.join(' '), filename]),
  ]
  Services.console.reset()
  calls.clearEvents()
  return found
    .filter(([, source]) => /^https?:/.test(source))
    .map(([said, source]) => said + ' ' + source)`

/** Marionette's protocol: `length:[0, id, command, parameters]`, answered by `length:[1, id, error, result]`. */
async function connect(port: number) {
  const socket = createConnection({ port, host: '127.0.0.1' })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let received = Buffer.alloc(0)
  let last = 0
  const greeted = new Promise<unknown>((resolve, reject) => {
    waiting.set(last, { resolve, reject })
  })
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (let message = take(); message !== null; message = take()) {
      const [, id, error, result] = Array.isArray(message) ? message : [1, 0, null, message]
      const call = waiting.get(id)
      waiting.delete(id)
      if (error === null) call?.resolve(result)
      else call?.reject(new Error(`${error.error}: ${error.message}`))
    }
  })
  socket.on('error', failAll)
  socket.on('close', () => failAll(new Error('Firefox has closed the connection')))

  function failAll(error: Error): void {
    for (const call of waiting.values()) call.reject(error)
    waiting.clear()
  }
  function take() {
    const colon = received.indexOf(':')
    const start = colon + 1
    const length = Number(received.subarray(0, Math.max(colon, 0)).toString())
    if (colon < 1 || received.length < start + length) return null
    const message = JSON.parse(received.subarray(start, start + length).toString())
    received = received.subarray(start + length)
    return message
  }

  await greeted
  return {
    call(name: string, params: Params): Promise<unknown> {
      last += 1
      const text = JSON.stringify([0, last, name, params])
      return new Promise((resolve, reject) => {
        waiting.set(last, { resolve, reject })
        socket.write(`${Buffer.byteLength(text)}:${text}`)
      })
    },
    close: () => socket.destroy(),
  }
}
