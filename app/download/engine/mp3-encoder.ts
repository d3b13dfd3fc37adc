/**
 * LAME for MP3s, in the thread that asks for it. Its package starts a thread for each MP3, which
 * takes longer than a short clip and whose memory nothing limits, so its script runs here.
 */
import { resolveObjectURL } from 'node:buffer'
import { compileFunction } from 'node:vm'
import { registerMp3Encoder } from '@mediabunny/mp3-encoder'

/** The package has one script. */
let compiled: ReturnType<typeof compileFunction> | undefined

type Listener = (message: never) => void

/** Has the part of the Worker interface that the encoder uses. */
class WorkerInThisThread {
  readonly #received: Listener[] = []
  readonly #ready: Promise<Listener>

  constructor(url: string) {
    this.#ready = this.#run(url)
  }

  async #run(url: string): Promise<Listener> {
    const script = await resolveObjectURL(url)?.text()
    URL.revokeObjectURL(url)
    if (script === undefined) throw new Error('The MP3 encoder has no script')
    const { promise, resolve } = Promise.withResolvers<Listener>()
    const parentPort = {
      on: (_: 'message', listener: Listener) => resolve(listener),
      postMessage: (data: unknown) => {
        for (const listener of this.#received) listener({ data } as never)
      },
    }
    // Its timer would keep the thread alive for each MP3 ever made.
    const run = compiled ?? compileFunction(script, ['require', 'setInterval', 'process'])
    compiled = run
    run(
      () => ({ parentPort }),
      () => {},
    )
    return promise
  }

  addEventListener(type: string, listener: Listener): void {
    if (type === 'message') this.#received.push(listener)
  }

  postMessage(message: unknown): void {
    void this.#ready.then((receive) => receive(message as never))
  }

  terminate(): void {
    this.#received.length = 0
  }
}

export function registerEncoder(): void {
  // Where the package looks for threads.
  compileFunction('globalThis.Worker = worker', ['worker'])(WorkerInThisThread)
  registerMp3Encoder()
}
