import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { limits } from './limits.ts'

/** How many an app has open of each kind: Node's resources, and descriptors by what they are of. */
export type Open = Record<string, number>

type Answers = { open: Open; openWithoutVisitors: Open; heapBytes: number }

/** Node's argument for an app that tells what it has open, over an IPC channel. */
export const tellsWhatIsOpen = `--import=${fileURLToPath(
  new URL('./open-resources-preload.js', import.meta.url),
)}`

/** `openWithoutVisitors` closes all visitors' connections first. */
export function ask<Question extends keyof Answers>(
  app: ChildProcess,
  question: Question,
): Promise<Answers[Question]> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The app ended before it told what it has open'))
    app.once('exit', ended)
    app.once('message', (answer) => {
      app.off('exit', ended)
      resolve(answer as Answers[Question])
    })
    app.send(question, (error) => {
      if (error !== null) reject(error)
    })
  })
}

/**
 * Fails if an app keeps more open than `before`, once all visitors have left. `kept` is how many
 * more it may keep of a kind.
 */
export async function expectNothingLeft(
  app: ChildProcess,
  before: Open,
  { kept = keptByServer } = {},
): Promise<void> {
  const hangsAt = performance.now() + limits.poll
  let left: string[] | null = null
  // Browser tests have no `until` of Vitest's.
  for (;;) {
    const now = await ask(app, 'openWithoutVisitors')
    const grown = (kind: string) => (now[kind] ?? 0) > (before[kind] ?? 0) + kept(kind)
    // What works on its own, such as jobs, opens other things meanwhile.
    left = (left ?? Object.keys(now)).filter(grown)
    if (left.length === 0) return
    if (performance.now() > hangsAt) {
      const kinds = left.map((kind) => `${kind} (${before[kind] ?? 0} before, ${now[kind]} now)`)
      throw new Error(`Requests left open: ${kinds.join(', ')}`)
    }
    await wait(20)
  }
}

/** What a server opens when it first needs it, and keeps. */
export function keptByServer(kind: string): number {
  // A second connection, for reading.
  if (/\/cleanclip\.db(-\w+)?$/.test(kind)) return 1
  // Threads have both, and their number has a limit.
  if (/ (anon_inode|pipe)$/.test(kind)) return Number.POSITIVE_INFINITY
  // Idle connections, and those to PostgreSQL.
  return kind.endsWith(' socket') ? Number.POSITIVE_INFINITY : 0
}
