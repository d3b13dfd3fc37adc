import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { type Driver, elementKey } from './driver.ts'

export type Page = ReturnType<typeof openPage>
/** An XPath expression and what a reader calls it. */
type Target = { xpath: string; said: string }
type SavedFile = { name: string; bytes: Buffer }

const patience = { timeout: 60_000, interval: 100 }

const quoted = (text: string) =>
  `concat("", ${text
    .split("'")
    .map((part) => `'${part}'`)
    .join(', "\'", ')})`
const named = (name: string) =>
  `[normalize-space(.)=${quoted(name)} or @aria-label=${quoted(name)}]`
const target = (said: string, ...alternatives: string[]): Target => ({
  said,
  xpath: alternatives.join(' | '),
})

/** One that a person can press: a form's hidden first button, for Enter, is none. */
export const button = (name: string) =>
  target(
    `button "${name}"`,
    `//button${named(name)}[not(@aria-hidden="true")]`,
    `//summary${named(name)}`,
  )
export const link = (name: string) => target(`link "${name}"`, `//a${named(name)}`)
/** A choice whose label begins with a text. */
export const choice = (label: string) =>
  target(`choice "${label}"`, `//label[starts-with(normalize-space(.), ${quoted(label)})]`)
export const heading = (name: string) =>
  target(`heading "${name}"`, `//*[self::h1 or self::h2 or self::h3]${named(name)}`)
/** By its label, or the beginning of it. */
export const field = (label: string) => {
  const labels = `//label[starts-with(normalize-space(.), ${quoted(label)})]`
  return target(
    `field "${label}"`,
    `//*[@id=${labels}/@for]`,
    `${labels}//*[self::input or self::select or self::textarea]`,
    `//*[self::input or self::select][@aria-label=${quoted(label)}]`,
  )
}
/** The innermost elements with a text in them. */
export const text = (part: string) => {
  const has = `contains(normalize-space(.), ${quoted(part)})`
  return target(`text "${part}"`, `//*[${has}][not(*[${has}])]`)
}
/** What is in another element. */
export const within = (outer: Target, inner: Target) =>
  target(
    `${inner.said} in ${outer.said}`,
    ...inner.xpath
      .split(' | ')
      .flatMap((end) => outer.xpath.split(' | ').map((begin) => begin + end)),
  )
export const dialog: Target = target('dialog', '//dialog[@open]')
export const rowOf = (name: string) =>
  target(`row of "${name}"`, `//tr[.//th[contains(normalize-space(.), ${quoted(name)})]]`)

/** A browser's window on a site, with what a person does in it. Everything waits until it is there. */
export function openPage(driver: Driver, origin: string) {
  const { send } = driver

  async function all({ xpath }: Target): Promise<string[]> {
    const found = (await send('find', { using: 'xpath', value: xpath })) as Record<string, string>[]
    return found.map((reference) => reference[elementKey] ?? '')
  }
  /** Those that a person sees. */
  async function shown(what: Target): Promise<string[]> {
    const ids = await all(what)
    const seen = await Promise.all(ids.map((id) => send('isDisplayed', { id })))
    return ids.filter((_, n) => seen[n] === true)
  }
  async function see(what: Target): Promise<string> {
    return vi.waitFor(async () => {
      const [id] = await shown(what)
      if (id === undefined) throw new Error(`There is no ${what.said} to see`)
      return id
    }, patience)
  }
  /** Does something to an element once it has come to rest in view: pages scroll smoothly, and dialogs grow. */
  async function atRest(action: () => Promise<unknown>): Promise<void> {
    await vi.waitUntil(async () => {
      try {
        await action()
        return true
      } catch (error) {
        if (/not interactable|click intercepted/.test(String(error))) return false
        throw error
      }
    }, patience)
  }
  const property = async (what: Target, name: string) =>
    send('property', { id: await see(what), name })

  return {
    driver,
    see,
    property,
    open: (target: string) => send('navigate', { url: origin + target }),
    reload: () => send('refresh'),
    /** Path and query of the page that is open. */
    address: async () => String(await send('url')).slice(origin.length),
    async untilAddress(wanted: string | RegExp): Promise<void> {
      await vi.waitFor(async () => expect(await this.address()).toMatch(wanted), patience)
    },
    async gone(what: Target): Promise<void> {
      await vi.waitFor(async () => expect(await shown(what), what.said).toEqual([]), patience)
    },
    count: async (what: Target) => (await shown(what)).length,
    async untilCount(what: Target, n: number): Promise<void> {
      await vi.waitFor(async () => expect(await this.count(what), what.said).toBe(n), patience)
    },
    async untilProperty(what: Target, name: string, value: unknown): Promise<void> {
      await vi.waitFor(async () => expect(await property(what, name)).toBe(value), patience)
    },
    async press(what: Target): Promise<void> {
      const id = await see(what)
      await vi.waitFor(async () => expect(await send('isEnabled', { id })).toBe(true), patience)
      await atRest(() => send('click', { id }))
    },
    async fill(what: Target, value: string): Promise<void> {
      const id = await see(what)
      await atRest(() => send('clear', { id }))
      if (value !== '') await atRest(() => send('type', { id, text: value }))
    },
    /** Chooses the option that begins with a text. */
    async choose(what: Target, option: string): Promise<void> {
      await see(what)
      const start = `starts-with(normalize-space(.), ${quoted(option)})`
      const [id] = await all(within(what, target(option, `//option[${start}]`)))
      await send('click', { id })
    },
    /** Waits until a script of the test's own gives a value. */
    async untilScript(script: string, value: unknown): Promise<void> {
      const evaluate = () => send('script', { script, args: [] })
      await vi.waitFor(async () => expect(await evaluate()).toEqual(value), patience)
    },
    script: (script: string, ...args: unknown[]) => send('script', { script, args }),
    /** Presses a link that saves a file, and waits until a file with the wanted bytes is there. */
    async save(what: Target, isWanted: (bytes: Buffer) => boolean): Promise<SavedFile> {
      const id = await see(what)
      await atRest(() => driver.pressDownload(id))
      return vi.waitFor(() => {
        // While it is being saved, Firefox adds an ending of its own.
        const names = globSync('**/cleanclip_*.{mp3,mp4,zip}', { cwd: driver.downloads })
        const files = names.map((name) => ({
          name: path.basename(name),
          bytes: readFileSync(path.join(driver.downloads, name)),
        }))
        const whole = files.find(({ bytes }) => isWanted(bytes))
        if (whole === undefined) throw new Error(`No such file is saved, only ${names.join()}`)
        return whole
      }, patience)
    },
    /** Does something in the tab that a press has opened, closes it, and returns to this one. */
    async inOpenedTab(action: () => Promise<void>): Promise<void> {
      const own = await send('tab')
      const handle = await vi.waitFor(async () => {
        const tabs = (await send('tabs')) as string[]
        const opened = tabs.find((tab) => tab !== own)
        if (opened === undefined) throw new Error('No tab was opened')
        return opened
      }, patience)
      await send('switchTab', { handle })
      await action()
      await send('closeTab')
      await send('switchTab', { handle: own })
    },
    /** Keeps a picture of the window, as PNG. */
    async picture(file: string): Promise<void> {
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, String(await send('screenshot')), 'base64')
    },
  }
}
