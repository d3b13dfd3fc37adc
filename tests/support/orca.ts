import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from './browser.ts'
import { installPackages } from './debian-packages.ts'

/** A screen reader, and the page that it reads. */
export type Orca = {
  page: Page
  /** Expects exactly what was said since its last call, in any order, without titles of pages. */
  hears(...said: string[]): Promise<void>
  /** Waits until a page's title was said, which Orca does once or twice. */
  reads(title: string): Promise<void>
}

const programs = ['/usr/bin/orca', '/usr/bin/Xvfb', '/usr/bin/dbus-daemon']
const packages = ['orca', 'xvfb', 'dbus', 'at-spi2-core', 'gir1.2-wnck-3.0']

/** Why no screen can be read to tests on this machine; null if they can. Debian's Orca is installed. */
export function absenceOfOrca(): string | null {
  const isThere = () => programs.every((file) => existsSync(file))
  if (!isThere()) installPackages(packages)
  return isThere() ? null : `On Debian: apt-get install ${packages.join(' ')}`
}

/**
 * Starts Orca beside one that a person may use, which its own command would end. It writes down what it
 * would have a voice say, takes as long as it needs, and leaves no event out where many come at once. It
 * doesn't read each page from top to end, which silences what happens meanwhile.
 */
const launcher = `
import sys
from orca import event_manager, orca, settings, speech
said = open(sys.argv[1], 'w', buffering=1)
speech.init = lambda: None
speech._speak = lambda text, *rest: said.write(' '.join(text.split()) + '\\n')
event_manager.EventManager._inDeluge = event_manager.EventManager._inFlood = lambda self: False
settings.timeoutTime = 0
settings.sayAllOnLoad = settings.pageSummaryOnLoad = False
for box in ['Blockquote', 'Landmark', 'List', 'NonLandmarkForm', 'Panel', 'Table']:
    setattr(settings, 'speakContext' + box, False)
orca.getSettingsManager().activate(None, {})
orca.main()
`

/** What Orca says of itself, the browser, what was typed, and the boxes that it enters. */
const itsOwn = new RegExp(
  `^(${[
    '(.* )?document web\\.|Skip to content link\\.',
    '.* - Chromium( frame\\.)?',
    'Finished loading .*|Loading\\. .*',
    '(Focus|Browse) mode',
    '(article|banner|form|list|main content|navigation|panel|search|table)\\.?',
    '(row|column) .*|.* column header\\.',
    '\\d+ bullet characters|selected|checked|clickable\\.|https:\\S+',
    '(notification|Recent download history) .*',
  ].join('|')})$`,
)

/** Orca reads some lists of choices, and their choice, as they come with a page. */
const listBoxes = /^.* combo box collapsed\n.*\n/gm

/** Says a name as tests do, without the words for what it is. */
const withoutRole = (text: string) =>
  text
    .replace(/ clickable\.$/, '')
    .replace(/ (push button|(visited )?link|dialog|panel|check box not checked)\.?$/, '')
    .replace(/ (entry|password text)\b.*$/, '')
    .replace(/ heading level \d$/, ', heading')

/** Has Orca read a Chromium to a test, on a display and a message bus of their own. */
export async function withOrca(
  options: BrowserContextOptions,
  use: (orca: Orca) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-orca-'))
  const running: ChildProcess[] = []
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    LANG: 'C.UTF-8',
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    ACCESSIBILITY_ENABLED: '1',
  }
  const start = (command: string, args: string[], stdout: 'pipe' | 'ignore' = 'pipe') => {
    const child = spawn(command, args, { stdio: ['ignore', stdout, 'ignore'], env })
    running.unshift(child)
    return child
  }
  try {
    const screen = ['-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
    env.DISPLAY = `:${await firstLine(start('/usr/bin/Xvfb', ['-displayfd', '1', ...screen]))}`
    const bus = ['--session', '--nofork', '--nopidfile', '--print-address=1']
    env.DBUS_SESSION_BUS_ADDRESS = await firstLine(start('/usr/bin/dbus-daemon', bus))
    const context = await openBrowser(path.join(folder, 'profile'), options, env)
    try {
      const page = context.pages()[0] ?? (await context.newPage())
      // The address bar keeps the focus of a blank page.
      await page.goto('data:text/html,<title>Empty</title>')
      await page.bringToFront()
      const log = path.join(folder, 'said')
      const heard = heardIn(log)
      start('/usr/bin/python3', ['-c', launcher, log], 'ignore')
      await heard.hears('Screen reader on.')
      await use({ page, ...heard })
    } finally {
      await context.close()
    }
  } finally {
    for (const child of running) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, maxRetries: 5 })
  }
}

function openBrowser(profile: string, options: BrowserContextOptions, env: Record<string, string>) {
  mkdirSync(path.join(profile, 'Default'), { recursive: true })
  // The browser's own windows would take Orca away from the page.
  const preferences = {
    credentials_enable_service: false,
    download_bubble: { partial_view_enabled: false },
  }
  writeFileSync(path.join(profile, 'Default/Preferences'), JSON.stringify(preferences))
  return chromium.launchPersistentContext(profile, {
    ...options,
    executablePath: findBrowser() ?? undefined,
    headless: false,
    args: [...browserFlags, '--force-renderer-accessibility'],
    env,
  })
}

function heardIn(log: string): Pick<Orca, 'hears' | 'reads'> {
  const said = () => (existsSync(log) ? readFileSync(log, 'utf8') : '')
  let known = 0
  return {
    async hears(...expected) {
      let length = known
      const news = () => {
        const all = said()
        length = all.length
        const lines = all.slice(known).replace(listBoxes, '').split('\n').slice(0, -1)
        const ofPage = lines.filter((line) => !itsOwn.test(line))
        return ofPage.map(withoutRole).sort()
      }
      await expect.poll(news).toEqual([...expected].sort())
      known = length
    },
    async reads(title) {
      await expect.poll(() => said().slice(known)).toContain(title)
    },
  }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The program has no output')
  for await (const line of createInterface(stdout)) return line
  throw new Error('The program ended before it said where it is')
}
