import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/**
 * The WebDriver commands that the journeys need: Marionette's name, then the method and path of the
 * same command over HTTP. `{…}` in a path is a parameter.
 */
export const commands = {
  navigate: ['WebDriver:Navigate', 'POST', 'url'],
  url: ['WebDriver:GetCurrentURL', 'GET', 'url'],
  refresh: ['WebDriver:Refresh', 'POST', 'refresh'],
  find: ['WebDriver:FindElements', 'POST', 'elements'],
  isDisplayed: ['WebDriver:IsElementDisplayed', 'GET', 'element/{id}/displayed'],
  isEnabled: ['WebDriver:IsElementEnabled', 'GET', 'element/{id}/enabled'],
  property: ['WebDriver:GetElementProperty', 'GET', 'element/{id}/property/{name}'],
  click: ['WebDriver:ElementClick', 'POST', 'element/{id}/click'],
  clear: ['WebDriver:ElementClear', 'POST', 'element/{id}/clear'],
  type: ['WebDriver:ElementSendKeys', 'POST', 'element/{id}/value'],
  script: ['WebDriver:ExecuteScript', 'POST', 'execute/sync'],
  resize: ['WebDriver:SetWindowRect', 'POST', 'window/rect'],
  tab: ['WebDriver:GetWindowHandle', 'GET', 'window'],
  tabs: ['WebDriver:GetWindowHandles', 'GET', 'window/handles'],
  switchTab: ['WebDriver:SwitchToWindow', 'POST', 'window'],
  closeTab: ['WebDriver:CloseWindow', 'DELETE', 'window'],
  screenshot: ['WebDriver:TakeScreenshot', 'GET', 'screenshot'],
} as const

export type Command = keyof typeof commands
export type Params = Record<string, unknown>

export type Driver = {
  /** Name and version, as the browser gives them. */
  browser: string
  /** The folder, with its folders, that saved files are in. */
  downloads: string
  /** Sends one command; gives the value of its answer. Throws the browser's error. */
  send(command: Command, params?: Params): Promise<unknown>
  /** Presses a link that saves a file: some drivers wait for a page that never comes. */
  pressDownload(id: string): Promise<void>
  /** Takes the warnings and errors about pages out of the browser's console, where tests can read it. */
  takeComplaints?(): Promise<string[]>
  close(): Promise<void>
}

/** The key that every WebDriver answer has an element's id under. */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

const startTimeoutMs = 90_000

/**
 * Starts a process and waits until it says something, on standard output unless another stream is
 * named. Gives the process and the match. The caller ends it.
 */
export async function startUntil(
  command: string,
  args: string[],
  { pattern, fd = 1, ...options }: SpawnOptions & { pattern: RegExp; fd?: number },
): Promise<{ child: ChildProcess; match: RegExpExecArray }> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe', fd > 2 ? 'pipe' : 'ignore'],
    ...options,
  })
  const said: string[] = []
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      reject(new Error(`${command} ${reason}:\n${said.join('\n')}`))
    }
    const timer = setTimeout(() => fail('did not start in time'), startTimeoutMs)
    child.once('error', (error) => fail(error.message))
    child.once('exit', () => fail('ended'))
    for (const [n, stream] of child.stdio.entries()) {
      if (n === 0 || stream === null || stream === undefined) continue
      createInterface({ input: stream as Readable }).on('line', (line) => {
        said.push(line)
        const found = n === fd ? pattern.exec(line) : null
        if (found === null) return
        clearTimeout(timer)
        resolve(found)
      })
    }
  })
  return { child, match }
}

/** Ends a process and waits for its end. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
