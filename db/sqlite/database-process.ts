import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { MaintenanceAnswer, MaintenanceResults, MaintenanceTask } from './maintenance.ts'

const entry = fileURLToPath(
  new URL(
    import.meta.env?.PROD ? './maintenance-process.js' : './maintenance-process.ts',
    import.meta.url,
  ),
)

/** More than a 10 GB database takes. */
const limitMs = 30 * 60_000

type Outcome<Kind extends MaintenanceTask['kind']> =
  | { ok: true; result: MaintenanceResults[Kind] }
  | Extract<MaintenanceAnswer, { ok: false }>

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a maintenance task in a process of its own, since it would block requests. One runs at a
 * time, except for checkpoints. The process gets none of our environment. It ends with ours, when
 * `signal` aborts, and after half an hour.
 */
export function maintain<Kind extends MaintenanceTask['kind']>(
  task: Extract<MaintenanceTask, { kind: Kind }>,
  signal?: AbortSignal,
): Promise<Outcome<Kind>> {
  // The write-ahead log grows while its checkpoint waits.
  if (task.kind === 'fold') return runChild(task, signal) as Promise<Outcome<Kind>>
  const turn = last.then(() => runChild(task, signal)) as Promise<Outcome<Kind>>
  last = turn
  return turn
}

function runChild(task: MaintenanceTask, signal?: AbortSignal): Promise<MaintenanceAnswer> {
  if (signal?.aborted) return Promise.resolve(failure('It was stopped.'))
  return new Promise((resolve) => {
    let child: ChildProcess
    try {
      child = fork(entry, {
        execArgv: [],
        env: {},
        stdio: 'ignore',
        // A terminal's Ctrl+C would end it before the server does.
        detached: process.platform !== 'win32',
      })
    } catch (error) {
      return resolve(failure(error instanceof Error ? error.message : String(error)))
    }
    const end = () => child.kill('SIGKILL')
    const timer = setTimeout(end, limitMs)
    signal?.addEventListener('abort', end, { once: true })
    const settle = (answer: MaintenanceAnswer) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve(answer)
    }
    child.once('message', (answer) => settle(answer as MaintenanceAnswer))
    child.once('error', (error) => settle(failure(error.message)))
    child.once('exit', (code, killed) =>
      settle(failure(`The process that did it ended by itself (${killed ?? code}).`)),
    )
    child.send(task)
  })
}

function failure(text: string): MaintenanceAnswer {
  return { ok: false, fault: null, text }
}
